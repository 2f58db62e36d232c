// A citation as a chip shows it: the clause alone, for the table says which document it plays by.

export function citation(text: string): string {
  return text.startsWith("R-") ? text : (text.split(" ")[1] ?? text)
}
