import type { Route } from "../../router.svelte"

export const route: Route = { path: "/accounts", load: () => import("./Accounts.svelte") }
