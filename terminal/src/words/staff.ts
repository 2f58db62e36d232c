// Words of the house's own pages: positions and phases.
import type { HouseRole, Phase } from "../api/types"
import { allNamed } from "./chinese.svelte"
import { words } from "./words.svelte"

const ROLES: Record<HouseRole, string> = {
  spectator: "Spectator", player: "Player", dealer: "Dealer", "pit-supervisor": "Pit Supervisor", "pit-manager": "Pit Manager",
  "gaming-shift-manager": "Gaming Shift Manager", surveillance: "Surveillance", cage: "Cage", administrator: "Administrator",
}
const PHASES: Record<Phase, string> = {
  betting: "Bets open", dealing: "Dealing", confirming: "Confirming the deal", offering: "Offers open", playing: "Decisions", drawing: "Dealer draws",
  complete: "To settle", settled: "Settled", void: "Void",
}

export const staff = words(
  {
    signIn: "Sign in",
    signInTitle: "Staff",
    signInText: "With your own account. What you do is recorded under your name.",
    name: "Name",
    password: "Password",
    newPassword: "New password",
    change: "Choose a password of your own",
    changeText: "Change your first password to continue.",
    signOut: "Sign out",
    ended: "You were signed out. Sign in again.",
    ending: (seconds: number) => `Signed out in ${seconds} s`,
    endingText: "Nobody has touched this page for a while.",
    longest: "Your session has reached its longest time. Sign in again to go on.",
    stay: "Stay signed in",
    signInAgain: "Sign in again",
    notYours: (role: string) => `This page is not for ${/^[AEIOU]/.test(role) ? "an" : "a"} ${role}.`,
    refused: "That was refused.",
    asked: "A second person has to agree.",
    askedText: "Until then the table waits.",
    creditText: "Nothing is bought in until then.",
    choose: "Where to?",
    nowhere: "No table is assigned to you yet. A Pit Manager assigns Dealers.",
    elsewhere: "You are not assigned to this table.",
    toOwn: "My tables",
    pit: "Pit",
    watch: "Surveillance",
    records: "Records",
    drill: "Practise irregularities",
    dealer: "Dealer",
    staff: "Staff",
    table: (name: string) => `Table ${name}`,
    decks: (count: number) => `${count} decks`,
    round: (number: number) => `round ${number}`,
    roles: ROLES,
    phases: PHASES,
  },
  {
    signIn: "登录",
    signInTitle: "员工",
    signInText: "请用本人账户。所做的一切都记在您名下。",
    name: "姓名",
    password: "密码",
    newPassword: "新密码",
    change: "请设定自己的密码",
    changeText: "初始密码不能用于其他操作。",
    signOut: "退出",
    ended: "您已被登出，请重新登录。",
    ending: (seconds) => `${seconds} 秒后登出`,
    endingText: "此页已有一段时间无人操作。",
    longest: "登录已达最长时限，请重新登录后继续。",
    stay: "保持登录",
    signInAgain: "重新登录",
    notYours: (role) => `${role}不能使用此页。`,
    refused: "未能办理。",
    asked: "须由第二人同意。",
    askedText: "在此之前牌桌等候。",
    creditText: "在此之前不买入。",
    choose: "去哪里？",
    nowhere: "尚未指派牌桌给您，由赌区经理指派。",
    elsewhere: "您未被指派到此牌桌。",
    toOwn: "我的牌桌",
    pit: "赌区",
    watch: "监察",
    records: "记录",
    drill: "练习异常处理",
    dealer: "荷官",
    staff: "员工",
    table: (name) => `牌桌 ${name}`,
    decks: (count) => `${count} 副牌`,
    round: (number) => `第 ${number} 局`,
    get roles() {
      return allNamed("role", ROLES)
    },
    get phases() {
      return allNamed("phase", PHASES)
    },
  },
)
