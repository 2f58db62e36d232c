import type { Route } from "../../router.svelte"
import { staff } from "../../words/staff"

export const route: Route = { path: "/drill", load: () => import("./Drill.svelte"), menu: () => staff().drill }
