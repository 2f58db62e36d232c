import { expect, test } from "vitest"
import type { BaccaratShown, WagerShown } from "../../api/types"
import { cardsChanged } from "../../corrections/changes"
import { familyNamed, familyOf } from "../../families"

const side = (cards: string, total: number) => ({ cards: cards.split(" ").filter(Boolean), total })
const lies = (player: string, banker: string, totals: [number, number] = [0, 0]): BaccaratShown => ({ kind: "baccarat", player: side(player, totals[0]), banker: side(banker, totals[1]), result: null })

test("two hands with their totals, Player's first", () => {
  const shown = lies("8S 3D", "", [1, 0])
  expect(familyOf(shown).hands(shown).map((each) => [each.key, each.name, each.total, each.points])).toEqual([["player", "Player", "1", "1"], ["banker", "Banker", "", "0"]])
  expect(familyOf(shown).totals(shown)).toBe("Player 1, Banker 0")
})

test("the higher total wins, and equal ones are a tie", () => {
  const came = (...totals: [number, number]) => familyNamed("baccarat").result(lies("8S", "4C", totals))
  expect([came(1, 6), came(9, 0), came(4, 4)]).toEqual(["Banker wins, 6 to 1", "Player wins, 9 to 0", "Tie on 4"])
})

test("a card that was read wrongly is named by its side", () => {
  const [found] = cardsChanged(lies("8S 3D", "4C 2H"), lies("8S AD", "4C 2H"))
  expect(found?.hand.card(found.place)).toBe("Player's second card")
})

test("fields come as on the table: Player, Tie, Banker, then Player's before Banker's", () => {
  const wagers = ["banker", "player", "tie", "banker-pair", "player-pair", "banker-red", "player-red"].map((name) => ({ name, title: name, window: "betting", rows: [] }) as unknown as WagerShown)
  expect(familyNamed("baccarat").order?.(wagers).map((each) => each.name)).toEqual(["player", "tie", "banker", "player-pair", "banker-pair", "player-red", "banker-red"])
})
