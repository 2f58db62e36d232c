import type { Route } from "../../router.svelte"
import { w } from "./words"

export const route: Route = { path: "/verify", load: () => import("./Verify.svelte"), menu: () => w().title }
