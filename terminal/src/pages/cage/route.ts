import type { Route } from "../../router.svelte"
import { w } from "./words"

export const route: Route = { path: "/cage", load: () => import("./Cage.svelte"), menu: () => w().title }
