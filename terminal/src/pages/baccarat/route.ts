import type { Route } from "../../router.svelte"

export const route: Route = { path: "/baccarat/:table", load: () => import("./Player.svelte"), plays: ["baccarat"], seat: true }
