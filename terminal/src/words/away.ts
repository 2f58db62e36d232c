// What the house cannot say itself: that it does not answer, or not as it should.
import { words } from "./words.svelte"

export const away = words(
  { silent: "the house does not answer", answered: (status: number) => `the house answered ${status}` },
  { silent: "系统没有回应", answered: (status) => `系统出错（${status}）` },
)
