// Which clause is open; there is one dialog for all the chips that cite one.

class Opened {
  clause = $state<string | null>(null)

  open(clause: string): void {
    this.clause = clause
  }

  close(): void {
    this.clause = null
  }
}

export const opened = new Opened()
