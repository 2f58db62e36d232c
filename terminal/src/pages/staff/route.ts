import type { Route } from "../../router.svelte"
import { staff } from "../../words/staff"

export const route: Route = { path: "/staff", load: () => import("./Staff.svelte"), menu: () => staff().staff }
