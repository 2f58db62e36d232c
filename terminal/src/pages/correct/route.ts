import type { Route } from "../../router.svelte"

export const route: Route = { path: "/correct/:table", load: () => import("./Correct.svelte") }
