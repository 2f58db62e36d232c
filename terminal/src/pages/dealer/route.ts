import type { Route } from "../../router.svelte"

export const route: Route = { path: "/dealer/:table", load: () => import("./Dealer.svelte") }
