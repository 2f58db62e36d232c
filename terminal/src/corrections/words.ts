// Words about rounds that were put right: for players whom it concerns, and for those who do it.
import { words } from "../words/words.svelte"
import type { Where } from "./changes"

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"]

export const w = words(
  {
    title: (round: number) => `Round ${round} was corrected`,
    voided: (round: number) => `Round ${round} does not count`,
    line: (round: number, table: string, amount: string) => `Round ${round} at ${table} was corrected: ${amount}.`,
    lineSame: (round: number, table: string) => `Round ${round} at ${table} was corrected. Your bets stay.`,
    see: "See why",
    later: "Later",
    understood: "Understood",
    steps: "Step by step",
    whose: (where: Where): string =>
      where.whose === "box" ? `Box ${where.box}${where.hand ? `, hand ${where.hand}` : ""}` : { player: "Player", banker: "Banker", dealer: "Dealer", opening: "The first two cards", stream: "The cards drawn by all" }[where.whose],
    card: (where: Where, place: number): string => {
      const at = ORDINALS[place - 1] ?? `${place}th`
      switch (where.whose) {
        case "box":
          return `The ${at} card of box ${where.box}${where.hand ? `, hand ${where.hand},` : ""}`
        case "opening":
          return `The ${at} shared card`
        case "stream":
          return `The ${at} card drawn by all`
        default:
          return `${{ player: "Player's", banker: "Banker's", dealer: "The Dealer's" }[where.whose]} ${at} card`
      }
    },
    was: "was",
    readAs: "It had been read as",
    notNeeded: "was not needed and does not count",
    come: "came, and had not been read",
    recorded: "Recorded",
    dealt: "Really dealt",
    bet: "Your bet",
    before: "Was",
    now: "Is now",
    others: (count: number) => (count === 1 ? "1 other bet" : `${count} other bets`),
    same: "no change",
    back: (amount: string) => `${amount} back`,
    stake: (amount: string) => `${amount} of it stands`,
    creditsBefore: "Credits before",
    creditsNow: "Credits now",
    owes: (amount: string) => `You had cashed out. ${amount} is owed to the casino and is taken from your next buy-in.`,
    why: {
      cards: "The cards that were dealt decide. A card that was read wrongly is put right, also after the round is paid.",
      wager: "A bet placed or raised after betting closed was never in play. It goes back, won or lost.",
      void: "The round was declared void: every bet goes back, and what was paid or taken is undone.",
    },
    signed: (roles: readonly string[]) => `Signed by ${roles.join(" and ")}.`,
    more: (count: number) => `${count} more to see`,
    failed: "The correction could not be loaded. Try again.",
    box: (box: number, hand: number | null) => (hand ? `Box ${box}, hand ${hand}` : `Box ${box}`),
    refused: "That could not be saved.",
    at: (game: string, table: string, time: string) => `${game}, table ${table}, ${time}`,
  },
  {
    title: (round) => `第 ${round} 局已更正`,
    voided: (round) => `第 ${round} 局作废`,
    line: (round, table, amount) => `${table} 第 ${round} 局已更正：${amount}。`,
    lineSame: (round, table) => `${table} 第 ${round} 局已更正，您的注不变。`,
    see: "查看原因",
    later: "稍后",
    understood: "知道了",
    steps: "逐步回放",
    whose: (where) => (where.whose === "box" ? `${where.box} 号位${where.hand ? `第 ${where.hand} 手` : ""}` : { player: "闲", banker: "庄", dealer: "庄家", opening: "前两张", stream: "共同补牌" }[where.whose]),
    card: (where, place) =>
      where.whose === "box" ? `${where.box} 号位${where.hand ? `第 ${where.hand} 手` : ""}的第 ${place} 张牌` : `${{ player: "闲", banker: "庄", dealer: "庄家", opening: "共用牌", stream: "共同补牌" }[where.whose]}的第 ${place} 张牌`,
    was: "应为",
    readAs: "先前读作",
    notNeeded: "并不需要，不作数",
    come: "已发出，先前没有读入",
    recorded: "原记录",
    dealt: "实际所发",
    bet: "您的注",
    before: "原为",
    now: "现为",
    others: (count) => `其他 ${count} 注`,
    same: "不变",
    back: (amount) => `退还 ${amount}`,
    stake: (amount) => `其中 ${amount} 有效`,
    creditsBefore: "更正前余额",
    creditsNow: "现在余额",
    owes: (amount) => `您已兑现。欠赌场 ${amount}，将从下次买入中扣除。`,
    why: {
      cards: "以实际所发的牌为准。读错的牌予以更正，结算之后亦然。",
      wager: "截止之后所下或所加的注从未生效，不论输赢一律退还。",
      void: "本局宣告作废：所有注退还，已付已收的一并撤销。",
    },
    signed: (roles) => `由${roles.join("和")}签署。`,
    more: (count) => `还有 ${count} 条`,
    failed: "没有取到更正内容，请再试。",
    box: (box, hand) => (hand ? `${box} 号位第 ${hand} 手` : `${box} 号位`),
    refused: "未能保存。",
    at: (game, table, time) => `${game}，牌桌 ${table}，${time}`,
  },
)
