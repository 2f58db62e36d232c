import type { Route } from "../../router.svelte"
import { w } from "./words"

export const route: Route = { path: "/lab", load: () => import("./Lab.svelte"), menu: () => w().title }
