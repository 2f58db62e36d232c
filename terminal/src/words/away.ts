// What the house cannot say itself: that it does not answer, or not as it should.
import { words } from "./words.svelte"

export const away = words(
  { silent: "the server is not responding", answered: (status: number) => `server error ${status}` },
  { silent: "服务器没有回应", answered: (status) => `服务器出错（${status}）` },
)
