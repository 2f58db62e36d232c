import type { Route } from "../../router.svelte"
import { words } from "../../words/words.svelte"

const w = words({ title: "Verify a shoe" }, { title: "验证牌靴" })

export const route: Route = { path: "/verify", load: () => import("./Verify.svelte"), menu: () => w().title }
