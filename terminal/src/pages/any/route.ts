import type { Route } from "../../router.svelte"

export const route: Route = { path: "/table/:table", load: () => import("./Player.svelte"), plays: "others", seat: true }
