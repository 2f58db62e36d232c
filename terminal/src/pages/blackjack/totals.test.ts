import { expect, test } from "vitest"
import { dealerTotals } from "./totals"

const last = (dealer: string) => [{ round: 1, hands: dealer ? { dealer } : {}, won: null }]

test("the Dealer's totals, with Aces as they count best", () => {
  expect(["KS 7H", "AS KD", "AS AD 9C", "KS 6H QD", "AS 5D KC 6H", "KS", ""].map((each) => dealerTotals(last(each))[0])).toEqual(["17", "BJ", "21", "bust", "bust", undefined, undefined])
})
