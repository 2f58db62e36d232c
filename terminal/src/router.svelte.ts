// Where in the program one is: what stands after the # in the address. A page is a folder under pages/ with a route.ts.
import type { Component } from "svelte"

export type Params = Record<string, string>

export type Route = {
  /** Such as `/table/:table`. */
  path: string
  /** The page, fetched when it is first gone to. Its props are the named parts of the path, and what stands after a `?`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  load: () => Promise<{ default: Component<any> }>
  /** The families of games that are played on this page, or all that have no page of their own; its path has `:table`. */
  plays?: readonly string[] | "others"
  /** A terminal has to have signed in for it. */
  seat?: boolean
  /** Pages of the house are listed in the menu, by this name. */
  menu?: () => string
}

const found = import.meta.glob<{ route: Route }>("./pages/*/route.ts", { eager: true })
export const routes: readonly Route[] = Object.values(found).map((each) => each.route)

let where = $state(here())
addEventListener("hashchange", () => (where = here()))

function here(): string {
  return decoded(location.hash.slice(1), decodeURI) || "/"
}

/** An address that was mistyped, `%` and all, leads nowhere; but it breaks nothing. */
function decoded(text: string, by: (text: string) => string): string {
  try {
    return by(text)
  } catch {
    return text
  }
}

/** The address, without the #. */
export function at(): string {
  return where
}

/** The route of the address, and what its named parts are. */
export function current(): { route: Route; params: Params } | null {
  for (const route of routes) {
    const params = match(route.path, where)
    if (params) return { route, params }
  }
  return null
}

export function match(path: string, given: string): Params | null {
  const [place = "", asked = ""] = given.split("?")
  const wanted = path.split("/")
  const parts = place.split("/")
  if (wanted.length !== parts.length) return null
  const params: Params = Object.fromEntries(new URLSearchParams(asked))
  for (const [index, each] of wanted.entries()) {
    const part = parts[index] ?? ""
    if (each.startsWith(":")) params[each.slice(1)] = decoded(part, decodeURIComponent)
    else if (each !== part) return null
  }
  return params
}

/** Keep in the address what was chosen on a page, without going anywhere. */
export function remember(path: string, asked: Params): void {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value)).toString()
  history.replaceState(null, "", `#${path}${query ? `?${query}` : ""}`)
}

/** The address of a table of that family of games. */
export function tableHref(family: string | undefined, table: string): string | null {
  const route = playing(family)
  return route ? `#${route.path.replace(":table", encodeURIComponent(table))}` : null
}

/** The address of a table that is looked at on the page of other games; nothing where it is on its own. */
export function movedHref(family: string | undefined, table: string): string | null {
  const route = playing(family)
  return route && route !== current()?.route ? tableHref(family, table) : null
}

/** The page on which that family of games is played. */
function playing(family: string | undefined): Route | undefined {
  if (family === undefined) return undefined
  return routes.find((each) => each.plays?.includes(family)) ?? routes.find((each) => each.plays === "others")
}
