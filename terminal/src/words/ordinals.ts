// Places in English: first, second, third.
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"]

export function ordinal(place: number): string {
  return ORDINALS[place - 1] ?? `${place}th`
}
