import type { Route } from "../../router.svelte"
import { common } from "../../words/common"

export const route: Route = { path: "/learn", load: () => import("./Learn.svelte"), menu: () => common().learn }
