import type { Route } from "../../router.svelte"
import { staff } from "../../words/staff"

export const route: Route = { path: "/watch", load: () => import("./Watch.svelte"), menu: () => staff().watch }
