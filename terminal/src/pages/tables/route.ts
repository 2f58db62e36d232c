import type { Route } from "../../router.svelte"
import { words } from "../../words/words.svelte"

const w = words({ title: "Multi-table" }, { title: "多桌" })

export const route: Route = { path: "/tables", load: () => import("./Tables.svelte"), menu: () => w().title, seat: true }
