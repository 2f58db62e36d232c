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
    signInText: "Use your own account. Everything you do is recorded under your name.",
    name: "Name",
    password: "Password",
    newPassword: "New password",
    change: "Choose a new password",
    changeText: "Change your first password to continue.",
    signOut: "Sign out",
    ended: "You are signed out. Sign in again.",
    ending: (seconds: number) => `Signed out in ${seconds} s`,
    endingText: "No activity for a while.",
    longest: "Session time limit reached. Sign in again to continue.",
    stay: "Stay signed in",
    signInAgain: "Sign in again",
    notYours: (role: string) => `This page is not for ${/^[AEIOU]/.test(role) ? "an" : "a"} ${role}.`,
    refused: "Request refused.",
    asked: "A second person must approve.",
    askedText: "The table waits until then.",
    creditText: "No credits are added until then.",
    choose: "Open…",
    nowhere: "No table is assigned to you yet. Ask a Pit Manager.",
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
    signInText: "请用本人账户登录，所有操作均记在您名下。",
    name: "姓名",
    password: "密码",
    newPassword: "新密码",
    change: "设定新密码",
    changeText: "请先更改初始密码。",
    signOut: "退出",
    ended: "您已退出，请重新登录。",
    ending: (seconds) => `${seconds} 秒后退出`,
    endingText: "已有一段时间无人操作。",
    longest: "登录已达最长时限，请重新登录后继续。",
    stay: "保持登录",
    signInAgain: "重新登录",
    notYours: (role) => `${role}不能使用此页。`,
    refused: "未能办理。",
    asked: "须由第二人批准。",
    askedText: "批准前牌桌暂停。",
    creditText: "批准前不会买入。",
    choose: "打开……",
    nowhere: "您尚未获派牌桌，请联系赌区经理。",
    elsewhere: "您未获派此牌桌。",
    toOwn: "我的牌桌",
    pit: "赌区",
    watch: "监察",
    records: "记录",
    drill: "练习异常处理",
    dealer: "荷官",
    staff: "员工",
    table: (name) => `${name} 台`,
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
