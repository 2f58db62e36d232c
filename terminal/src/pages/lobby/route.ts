import type { Route } from "../../router.svelte"
import { common } from "../../words/common"

export const route: Route = { path: "/", load: () => import("./Lobby.svelte"), menu: () => common().tables }
