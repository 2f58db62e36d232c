import type { Route } from "../../router.svelte"
import { staff } from "../../words/staff"

export const route: Route = { path: "/pit", load: () => import("./Pit.svelte"), menu: () => staff().pit }
