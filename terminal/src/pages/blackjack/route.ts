import type { Route } from "../../router.svelte"

export const route: Route = { path: "/blackjack/:table", load: () => import("./Player.svelte"), plays: ["boxes", "shared"], seat: true }
