import type { Route } from "../../router.svelte"

export const route: Route = { path: "/display/:table", load: () => import("./Display.svelte") }
