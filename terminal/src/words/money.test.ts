import { expect, test } from "vitest"
import { limits, limitsBrief, limitsSaid, money, net, pays, percent, range, sigmas, typed } from "./money"

test("cents are written only where there are any", () => {
  expect([money(125_000), money(1_250), money(-2_500), money(5)]).toEqual(["$1,250", "$12.50", "−$25", "$0.05"])
})

test("what is typed is an amount to the cent, or nothing at all", () => {
  expect(["25", " 12.5 ", "12.05", "$1,250.00", "0.01"].map(typed)).toEqual([2_500, 1_250, 1_205, 125_000, 1])
  expect(["", "0", "-5", "1.234", "12,50", "1e3", "all", "25 dollars"].map(typed)).toEqual(Array<null>(8).fill(null))
})

test("a net always has its sign", () => {
  expect([net(10_000), net(-2_500), net(0)]).toEqual(["+$100", "−$25", "$0"])
})

test("pays and limits in both languages", () => {
  expect([pays("8:1", "en"), pays("1:2", "en"), pays("push", "en"), pays(null, "en")]).toEqual(["8 to 1", "1 to 2", "push", "–"])
  expect([pays("8:1", "zh"), pays("19:20", "zh")]).toEqual(["1 赔 8", "20 赔 19"])
  expect([pays("-1:2", "en"), pays("-1:2", "zh")]).toEqual(["lose half", "输一半"])
  expect([limits(500, 500_000, "en"), limits(500, null, "zh")]).toEqual(["$5–5,000", "$5 起"])
  expect([limitsSaid(500, 500_000, "en"), limitsSaid(500, 500_000, "zh")]).toEqual(["$5 to $5,000", "$5 至 $5,000"])
})

test("limits of a small field are short and exact", () => {
  expect([[500, 10_000], [250, 950_000], [500, 1_000_000], [2_500, 150_000_000], [500, 1_234_500]].map(([least, most]) => limitsBrief(least!, most, "en"))).toEqual([
    "5–100", "2.50–9,500", "5–10K", "25–1.5M", "5–12,345",
  ])
  expect([limitsBrief(500, 1_500_000, "zh"), limitsBrief(500, 950_000, "zh"), limitsBrief(500, null, "en")]).toEqual(["5–1.5万", "5–9,500", "5+"])
})

test("several rows are told by their least and their best", () => {
  expect(range(["30:1", "15:1", "9:1", "push"], "en")).toBe("9–30 to 1")
  expect(range(["1:2", "1:1"], "en")).toBe("1 to 2 · 1 to 1")
  expect([range(["1000:1", "5:1"], "en"), pays("1000:1", "zh")]).toEqual(["5–1,000 to 1", "1 赔 1,000"])
})

test("a deviation has its sign, and what rounds to nothing has none", () => {
  expect([percent(-0.0002, 1), percent(-0.0146)]).toEqual(["0.0 %", "−1.46 %"])
  expect([sigmas(2.331), sigmas(0.04), sigmas(-0.04), sigmas(-2.331, 2)]).toEqual(["+2.3 σ", "0.0 σ", "0.0 σ", "−2.33 σ"])
})
