import type { Route } from "../../router.svelte"
import { common } from "../../words/common"

export const route: Route = { path: "/account", load: () => import("./Account.svelte"), menu: () => common().account, seat: true }
