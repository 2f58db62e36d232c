// Notices float above the dock, wherever it begins: they cover neither what is called there nor the controls.

/** For the part of a page that is pinned to its foot. */
export function docked(dock: HTMLElement): () => void {
  const style = document.documentElement.style
  dock.dataset["dock"] = ""
  const seen = new ResizeObserver(() => style.setProperty("--dock", `${Math.max(0, Math.round(innerHeight - dock.getBoundingClientRect().top))}px`))
  seen.observe(dock)
  seen.observe(document.documentElement)
  return () => {
    seen.disconnect()
    style.removeProperty("--dock")
  }
}
