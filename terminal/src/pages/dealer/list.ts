/** What is in turn is in view, in its list and nowhere else: the page stays where it is. */
export function inList(list: HTMLElement | undefined, selector: string): void {
  const row = list?.querySelector(selector)
  if (!list || !row) return
  const [around, place] = [list.getBoundingClientRect(), row.getBoundingClientRect()]
  if (place.bottom > around.bottom) list.scrollTop += place.bottom - around.bottom
  if (place.top < around.top) list.scrollTop -= around.top - place.top
}
