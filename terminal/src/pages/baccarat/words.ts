import { words } from "../../words/words.svelte"

export const w = words(
  {
    draws: (side: string) => `${side} draws`,
    against: (total: number, third: number) => `has ${total}, Player drew ${third}`,
    on: (total: number) => `has ${total}`,
    squeezing: "Squeeze your cards",
    announceTotals: (player: number, banker: number) => `Player ${player}, Banker ${banker}.`,
    winsOn: { player: "Player wins on", banker: "Banker wins on", tie: "Tie wins on" },
    inDollars: "limits in $",
    whyDraws: (side: string) => `Why does ${side} draw?`,
    firstFour: "First four",
    twoCards: (sum: number, total: number) => {
      const points = `${total} ${total === 1 ? "point" : "points"}`
      return sum === total ? points : `${sum}, so ${points}`
    },
    natural: "Natural: no more cards.",
    noNatural: "No natural.",
    playerDraws: (list: string, total: number) => `Has ${total}: draws on ${list}.`,
    playerStands: (total: number) => `Stands on ${total}.`,
    bankerDrawsOn: (total: number, list: string, third: number) => `On ${total}, Banker draws to ${list}. Player drew ${third}: Banker draws.`,
    bankerStandsOn: (total: number, list: string, third: number) => (list ? `On ${total}, Banker draws only to ${list}. Player drew ${third}: Banker stands.` : `Stands on ${total}.`),
    bankerAlone: (total: number, draws: boolean) => (draws ? `Player stood. Banker draws on ${total}.` : `Player stood. Banker stands on ${total}.`),
    makes: (total: number) => `makes ${total}`,
    roads: "Roads",
  },
  {
    draws: (side) => `${side}补牌`,
    against: (total, third) => `现有 ${total} 点，闲补 ${third}`,
    on: (total) => `现有 ${total} 点`,
    squeezing: "请咪牌",
    announceTotals: (player, banker) => `闲 ${player}，庄 ${banker}。`,
    winsOn: { player: "闲赢点数", banker: "庄赢点数", tie: "和局点数" },
    inDollars: "限额（$）",
    whyDraws: (side) => `${side}为什么补牌？`,
    firstFour: "前四张",
    twoCards: (sum, total) => (sum === total ? `共 ${total} 点` : `共 ${sum}，即 ${total} 点`),
    natural: "天牌，不再补牌。",
    noNatural: "无天牌。",
    playerDraws: (list, total) => `现有 ${total} 点：${list} 点须补牌。`,
    playerStands: (total) => `${total} 点停牌。`,
    bankerDrawsOn: (total, list, third) => `庄 ${total} 点，闲补 ${list} 时补牌。闲补 ${third}：补牌。`,
    bankerStandsOn: (total, list, third) => (list ? `庄 ${total} 点，闲补 ${list} 时才补牌。闲补 ${third}：停牌。` : `${total} 点停牌。`),
    bankerAlone: (total, draws) => (draws ? `闲停牌，庄 ${total} 点补牌。` : `闲停牌，庄 ${total} 点停牌。`),
    makes: (total) => `共 ${total} 点`,
    roads: "路单",
  },
)
