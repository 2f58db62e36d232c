// Dealing waits for nobody: a tap or Space skips what moves, until the next card.

class Dealing {
  skipped = $state(false)

  skip(): void {
    this.skipped = true
    for (const each of document.getAnimations()) each.finish()
    setTimeout(() => (this.skipped = false), 1_000)
  }
}

export const dealing = new Dealing()
