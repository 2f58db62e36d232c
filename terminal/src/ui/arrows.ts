// Arrow keys between the fields of a layout, as an attachment of the element that holds them.

export function arrows(fields: HTMLElement): () => void {
  const press = (event: KeyboardEvent) => moved(fields, event)
  fields.addEventListener("keydown", press)
  return () => fields.removeEventListener("keydown", press)
}

function moved(fields: HTMLElement, event: KeyboardEvent): void {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (!step) return
  const all = [...fields.querySelectorAll<HTMLElement>("[data-field]")].filter((each) => each.offsetParent)
  const at = all.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  const vertical = event.key === "ArrowUp" || event.key === "ArrowDown"
  ;(vertical ? beside(all, at, step) : all[at + step])?.focus()
}

/** The nearest field in the row above or below. */
function beside(all: readonly HTMLElement[], at: number, step: number): HTMLElement | undefined {
  const from = all[at]!.getBoundingClientRect()
  const middle = from.left + from.width / 2
  const away = (each: HTMLElement) => {
    const box = each.getBoundingClientRect()
    const down = (box.top - from.top) * step
    return down <= from.height / 4 ? Infinity : down * 10 + Math.abs(box.left + box.width / 2 - middle)
  }
  const found = all.toSorted((a, b) => away(a) - away(b))[0]
  return found && Number.isFinite(away(found)) ? found : undefined
}
