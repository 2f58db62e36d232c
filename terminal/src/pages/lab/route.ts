import type { Route } from "../../router.svelte"
import { words } from "../../words/words.svelte"

const w = words({ title: "Odds lab" }, { title: "赔率实验室" })

export const route: Route = { path: "/lab", load: () => import("./Lab.svelte"), menu: () => w().title }
