// What the pages ask of a family of games: how its hands lie, what its rounds come to, and which components draw it.
import type { Component } from "svelte"
import type { GameShown, HandShown, Public, TableBrief, TableShown, WagerShown } from "../api/types"
import type { Tone } from "../ui/Field.svelte"

export type Lies = TableShown["lies"]

/** A hand as it lies on the table. */
export type Hand = {
  /** As offers name it, and as it is told apart from the others. */
  key: string
  name: string
  /** In a sentence about it: whose it is, and which of several. */
  whose: string
  /** One of its cards in words, counted from one. */
  card: (place: number) => string
  tone: "player" | "banker" | "plain"
  cards: readonly string[]
  /** What it comes to, as players are told; nothing where it has no cards. */
  total: string
  /** What its cards count, whatever follows from that; nothing where they do not count together. */
  points: string
  /** The Dealer's own, in games where that is nobody's to bet on. */
  dealer?: boolean
  /** The box that it lies on, where there are boxes. */
  box?: number
  /** Whether somebody has to decide about it now. */
  turn?: boolean
  /** Whether a third card lies across. */
  across?: boolean
  /** Whether there is nothing to show of it while it has no card. */
  optional?: boolean
}

type Loaded<Props extends Record<string, unknown>> = () => Promise<{ default: Component<Props> }>

export type Family<L extends Lies = Lies> = {
  /** The name by which games and what lies on their tables name it. */
  name: string
  /** The group of games under which a lobby lists it, in the language that is chosen. */
  group: () => string
  /** Whether players decide anything after bets have closed, so that more may be staked than was bet. */
  decides: boolean
  /** Whether there is a chart of the best decisions. */
  charted: boolean
  hands: (lies: L) => Hand[]
  /** What somebody's own hand comes to. */
  total: (hand: HandShown) => string
  /** The totals of the hands in a line. */
  totals: (lies: L) => string
  /** What the round came to. */
  result: (lies: L) => string
  /** Who has to decide, where that is one of several. */
  turn?: (lies: L) => string | null
  /** Its main wagers, the one whose limits speak for the table first; `hands` are the names of its hands. */
  mains: (game: GameShown | undefined, hands: readonly string[]) => readonly string[]
  /** Whose colour a wager wears. */
  tone: (wager: string, hands: readonly string[]) => Tone
  /** Wagers in the order in which they lie on the table, where that is not the one in which they are declared. */
  order?: (wagers: readonly WagerShown[]) => readonly WagerShown[]
  /** The table on a big screen. */
  display: Loaded<{ shown: Public }>
  /** How its latest rounds went, for a card in the lobby. */
  picture: Loaded<{ table: TableBrief }>
}

/** A family as it is registered: asked by what lies on a table, it is handed what lies on its own tables alone. */
export function family<L extends Lies>(pages: Family<L>): Family {
  return pages as unknown as Family
}
