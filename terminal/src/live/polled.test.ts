import { expect, test, vi } from "vitest"
import { Polled } from "./staff.svelte"

const answers = vi.hoisted(() => [] as ((found: string) => void)[])
vi.mock("../api/client", async (original) => ({
  ...(await original<typeof import("../api/client")>()),
  get: () => new Promise<string>((resolve) => answers.push(resolve)),
}))
vi.mock("./session.svelte", () => ({ session: { staff: () => "token", over: () => {} } }))
vi.stubGlobal("document", { hidden: false })

async function answered(at: number, found: string): Promise<void> {
  answers[at]?.(found)
  await new Promise((done) => setTimeout(done))
}

test("an answer that comes late does not undo a later one, nor what an act has told", async () => {
  const polled = new Polled<string>(() => "/api/lesson", 1e9)
  void polled.look()
  await answered(1, "second")
  expect(polled.found).toBe("second")
  await answered(0, "first")
  expect(polled.found).toBe("second")
  void polled.look()
  polled.found = "told"
  await answered(2, "before it")
  expect(polled.found).toBe("told")
  void polled.look()
  await answered(3, "after it")
  expect(polled.found).toBe("after it")
  polled.close()
})
