// What lies badly on a page, as a list of sentences; run in the page by the journeys.
() => {
  const wrong = new Set()
  const root = document.scrollingElement
  /** A page of the house's own may be longer than its window; a page of play never is. */
  const house = document.querySelector("header[data-house]")
  if ((!house && root.scrollHeight > innerHeight) || root.scrollWidth > innerWidth) wrong.add(`the page is ${root.scrollWidth} by ${root.scrollHeight}`)

  const say = (each) => (each.getAttribute("aria-label") ?? each.innerText ?? "").trim().replace(/\s+/g, " ").slice(0, 40)
  const shown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest(".sr")
  const within = (around, inner) => around.contains(inner) || inner.contains(around)
  const scrolls = (each) => {
    const { overflowX, overflowY } = getComputedStyle(each)
    return overflowX !== "visible" || overflowY !== "visible"
  }
  /** What of a place is not cut off by what clips or scrolls around it. */
  const seen = (place, each) => {
    let { left, top, right, bottom } = place
    for (let around = each.parentElement; around; around = around.parentElement) {
      if (!scrolls(around)) continue
      const edge = around.getBoundingClientRect()
      left = Math.max(left, edge.left)
      top = Math.max(top, edge.top)
      right = Math.min(right, edge.right)
      bottom = Math.min(bottom, edge.bottom)
    }
    return { left, top, right, bottom }
  }

  // What may be pressed now, the time there is and what is called are in view, with nothing on top.
  if (!house && !document.querySelector("[data-dock]")) wrong.add("there is no dock")
  for (const each of document.querySelectorAll("[data-dock] :is(button, a, input, [role=timer], [data-call]), [data-moment], [data-moment] :is(button, input)")) {
    if (!shown(each) || (house && (innerWidth < 1024 || document.querySelector("dialog[open]")))) continue
    const { left, right, top, bottom } = each.getBoundingClientRect()
    const inside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
    const reached = [0.15, 0.5, 0.85].every((share) => {
      const hit = document.elementFromPoint(left + share * (right - left), (top + bottom) / 2)
      return hit && within(each, hit)
    })
    if (!inside || !reached) wrong.add(`"${say(each)}" is out of view`)
  }

  // The cards that a decision is about are whole.
  for (const card of document.querySelectorAll("[data-must-see] svg.card")) {
    const place = card.getBoundingClientRect()
    const edge = seen(place, card)
    const cut = Math.max(edge.left - place.left, edge.top - place.top, place.right - edge.right, place.bottom - edge.bottom)
    if (cut > 3 || place.top < 0 || place.bottom > innerHeight) wrong.add(`${say(card)} is cut off`)
  }

  // Rank and suit of every card are free: points of its index, on the card as it lies and turns.
  const INDEX = [[11, 12], [26, 33], [42, 12], [42, 55], [13, 66], [25, 76], [36, 86]]
  const SMALL = [[18, 12], [30, 40]]
  for (const card of document.querySelectorAll("main svg.card")) {
    if (!shown(card) || card.querySelector(".back")) continue
    const edge = seen(card.getBoundingClientRect(), card)
    for (const [x, y] of card.viewBox.baseVal.width < 80 ? SMALL : INDEX) {
      const at = new DOMPoint(x, y).matrixTransform(card.getScreenCTM())
      if (house && (at.y < 0 || at.y >= innerHeight)) continue
      if (at.x < edge.left + 1 || at.x > edge.right - 1 || at.y < edge.top + 1 || at.y > edge.bottom - 1) continue
      const hit = document.elementFromPoint(at.x, at.y)
      if (hit?.closest("dialog")) continue
      if (!hit || !within(card, hit)) wrong.add(`the index of ${say(card)} is covered by ${hit?.tagName ?? "nothing"}`)
    }
  }

  // No text lies over another. Of a line only the middle counts: lines may be set close.
  // What has scrolled behind the Dealer's row, which stays, is not seen.
  const behind = (x, y, parent) => {
    const row = document.elementFromPoint(x, y)?.closest("[data-must-see]")
    return row && !row.contains(parent) && getComputedStyle(row).position === "sticky"
  }
  /** Said to screen readers alone. */
  const unseen = (each) => getComputedStyle(each).position === "absolute" && each.getBoundingClientRect().width <= 1
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!node.data.trim() || !parent || !shown(parent) || unseen(parent) || parent.closest("dialog, svg.chip, .toasts")) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const place of range.getClientRects()) {
      const { left, top, right, bottom } = seen(place, node)
      const leading = (bottom - top) * 0.22
      if (right - left < 3 || bottom - top < 6 || behind((left + right) / 2, (top + bottom) / 2, parent)) continue
      texts.push({ left: left + 1, right: right - 1, top: top + leading, bottom: bottom - leading, text: node.data.trim().slice(0, 30), parent })
    }
  }
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  for (const [at, one] of texts.entries()) {
    for (const other of texts.slice(at + 1)) {
      if (one.parent !== other.parent && meet(one, other)) wrong.add(`"${one.text}" and "${other.text}" overlap`)
    }
  }

  // What is written is whole, except where three dots say that it is not.
  for (const each of document.querySelectorAll("[data-dock] *, [data-felt] *")) {
    if (!shown(each) || each.closest("svg")) continue
    const { textOverflow, overflowX } = getComputedStyle(each)
    const written = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    if (written && textOverflow !== "ellipsis" && overflowX !== "visible" && each.scrollWidth > each.clientWidth + 2) wrong.add(`"${say(each)}" is cut`)
  }

  // On a page of the house nothing is cut, and on a desktop nothing has to be scrolled sideways.
  for (const each of house && innerWidth >= 1024 ? document.querySelectorAll("header, header *, nav *, main, main *") : []) {
    if (!shown(each) || each.closest("svg, select") || each.clientWidth <= 1) continue
    const { textOverflow, overflowX } = getComputedStyle(each)
    if (overflowX === "visible" || textOverflow === "ellipsis" || each.matches("input")) continue
    if (each.scrollWidth > each.clientWidth + 1) wrong.add(`"${say(each)}" is wider than its place`)
  }
  return [...wrong]
}
