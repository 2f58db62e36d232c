// Made of the server's OpenAPI document by `make types`; a test says when it is stale.

/** Whether the server is there, and whether it can do its work. */
export type Health = {
  status: "not ready" | "ok"
  stopped?: Record<string, string>
}

/** A terminal shows its key, or its player's PIN. */
export type TerminalSignIn = {
  terminal: string
  key?: string | null
  pin?: string | null
}

/** Send the token with every request: `Authorization: Bearer TOKEN`. */
export type SignedIn = {
  token: string
  role: HouseRole
  name: string
}

/** Who somebody is in the house. */
export type HouseRole = "administrator" | "cage" | "dealer" | "gaming-shift-manager" | "pit-manager" | "pit-supervisor" | "player" | "spectator" | "surveillance"

/** Somebody of the house signs in with their own account. */
export type StaffSignIn = {
  name: string
  password: string
}

/** That was all. */
export type Done = {
  done?: true
}

/** One's own, the old one and the new one. */
export type NewSecret = {
  old: string
  new: string
}

/** A newcomer's terminal with demo credits, and the key to come back with. */
export type Guest = {
  terminal: string
  key: string
  token: string
  credits: number
}

/** A game of the house. */
export type GameShown = {
  name: string
  title: string
  family: "baccarat" | "boxes" | "shared"
  document: string
  version: string | null
  effective: string
  deck: number
  posts_limits: string
  wagers: WagerShown[]
  drawing?: DrawingShown | null
  play?: PlayShown | null
}

/** A wager as it is declared; terminals lay out their fields by it. */
export type WagerShown = {
  name: string
  title: string
  window: "betting" | "insurance"
  rows: PayShown[]
  extras: PayShown[]
  area: string
  optional: string | null
}

/** A row of a wager, best first: what it is called, what it pays, and which clauses say so. */
export type PayShown = {
  outcome: string
  pays: string | null
  listed: boolean
  clauses: string[]
}

/** The table of play of the baccarat games, and the clauses that it rests on. */
export type DrawingShown = {
  player: number[]
  banker: Record<string, number[]>
  places: string
  draws: string
  settles: string
}

/** How a blackjack game is played, and where its document says so. */
export type PlayShown = {
  printed: string | null
  hands: number
  splits: string | null
  double_for_less: boolean
  insurance: "half" | "up-to-half" | null
  laws: Record<string, string>
}

/** What every answer cites. */
export type RulebookShown = {
  documents: Record<string, string>
  clauses: Record<string, ClauseShown>
  rulings: Record<string, RulingShown>
}

/** A clause in our own words. */
export type ClauseShown = {
  document: string
  id: string
  kind: string
  summary: string
}

/** An open point of the documents, and how it is read. */
export type RulingShown = {
  point: string
  question: string
  reading: string
  clauses: string[]
}

/** A wager from a full shoe: the house's share of the stake, how often it wins, and every outcome. */
export type OddsShown = {
  edge: number
  hit: number
  sd: number
  outcomes: ChanceShown[]
}

/** One thing that may become of a wager, and how often it does. */
export type ChanceShown = {
  outcome: string
  pays: string | null
  probability: number
}

/** A table at a glance. */
export type TableBrief = {
  table: string
  game: string | null
  title: string
  version: number
  now: number
  run: "automatic" | "dealer" | null
  decks: number | null
  unit: number | null
  limits: Record<string, Limits>
  boxes: number
  taken: number
  players: number
  marks: string[]
  round: number
  phase: Phase | null
  waits: string | null
  until: number | null
  whole: number | null
  closed: string | null
  stopped: string | null
  hands: Record<string, string>
  last: Last[]
}

/** The least and the most that may be staked on one wager, in cents; no most where there is none. */
export type Limits = {
  minimum: number
  maximum?: number | null
}

/** Where a round is. */
export type Phase = "betting" | "complete" | "confirming" | "dealing" | "drawing" | "offering" | "playing" | "settled" | "void"

/** How a round ended: its hands as cards, and who won where that is one thing. */
export type Last = {
  round: number
  hands: Record<string, string>
  won: string | null
}

/** A table as one viewer may see it now. */
export type Snapshot = {
  now: number
  public: Public
  private: Private
}

/** What everybody sees of a table: written once for all who look. */
export type Public = {
  table: string
  game: string | null
  title: string
  version: number
  run: "automatic" | "dealer" | null
  closed: string | null
  stopped: string | null
  held: boolean
  waits: string | null
  until: number | null
  whole: number | null
  said: string
  last: Last[]
  round: TableShown | null
}

/** What lies open on the table: the same for everybody, so that it is made and written once for all who look. */
export type TableShown = {
  game: string
  table: string
  number: number
  version: number
  phase: Phase
  void: string | null
  timers: Record<string, number>
  said: string
  terms: TermsShown
  lies: BaccaratShown | BoxesShown | SharedShown
  waiting: number
  discarded: number
  last_of_shoe: boolean
  pool: Record<string, Pool>
  notes: Note[]
  shoe: ShoeShown | null
  roads: RoadsShown | null
}

/** The terms without the people in them. */
export type TermsShown = {
  decks: number
  unit: number
  offered: string[]
  limits: Record<string, Limits>
  boxes: number
  mains: number
  hand_shuffled: boolean
  rulings: Record<string, string>
}

/** The cards of a baccarat table. */
export type BaccaratShown = {
  kind: "baccarat"
  player: HandShown
  banker: HandShown
  result: Summary | null
}

/** Cards that lie together, and what they come to. */
export type HandShown = {
  cards: string[]
  total: number
  soft?: boolean
  blackjack?: boolean
  bust?: boolean
  split?: boolean
  doubled?: boolean
  stood?: boolean
  alone?: boolean
  number?: number | null
}

/** The outcome of a round as people read it. */
export type Summary = {
  winner: "banker" | "player" | "tie"
  player: number
  banker: number
  natural: boolean
  player_pair: boolean
  banker_pair: boolean
}

/** A table with boxes. */
export type BoxesShown = {
  kind: "boxes"
  dealer: HandShown
  boxes: BoxShown[]
  turn: number | null
  face_up: string[]
  pulled: number
  seen: string[]
  withdrawing: boolean
}

/** A playing area. */
export type BoxShown = {
  number: number
  taken: boolean
  controls: string | null
  hands: HandShown[]
  at: number | null
  bettors: BettorShown[]
  claims: Stake[]
  insured: Stake[]
  skipped: boolean
}

/** Somebody's wagers on a box. Everybody goes by their place, such as `guest 3.1`: the first on box 3. */
export type BettorShown = {
  who: string
  stakes: Stake[]
  slot?: number | null
  surrendered?: boolean
  even_money?: boolean
  absent?: boolean
}

/** An amount on a wager. */
export type Stake = {
  wager: string
  stake: number
  box?: number | null
  hand?: number | null
  whose?: string | null
}

/** The shared cards of Electronic Blackjack. */
export type SharedShown = {
  kind: "shared"
  dealer: HandShown
  opening: string[]
  stream: string[]
  ways: WayShown[]
}

/** One of the ways in which the shared cards were played, and how many terminals took it. */
export type WayShown = {
  hands: HandShown[]
  terminals: number
  surrendered: boolean
}

/** What all have on a wager together. */
export type Pool = {
  stake: number
  bettors: number
}

/** What was found or ruled, without its words. */
export type Note = {
  kind: string
  clause: string
  effect?: string | null
}

/** What is published of the shoe. */
export type ShoeShown = {
  commitment: Commitment
  code: string
  left: number | null
  proofs: Drawn[]
}

/** What is published of a shoe before its first card. */
export type Commitment = {
  shoe: string
  decks: string
  size: number
  root: string
  burn: number
  cut: number
  algorithm?: string
}

/** A card that came out of the shoe, with its proof. */
export type Drawn = {
  index: number
  card: string
  salt: string
  path: string[]
}

/** The score boards of the shoe. */
export type RoadsShown = {
  marks: string[]
  counts: Counts
}

/** A shoe in numbers; a round with a pair on each hand counts in both. */
export type Counts = {
  rounds: number
  player: number
  banker: number
  tie: number
  player_pairs: number
  banker_pairs: number
  naturals: number
}

/** What one viewer sees besides. */
export type Private = {
  role: HouseRole
  own?: Own | null
  offers?: Offer[]
  staff?: StaffShown | null
  credits?: number | null
}

/** What a player sees of themself and nobody else of them. */
export type Own = {
  seat: string
  balance: number | null
  places: string[]
  boxes: number[]
  stakes: Stake[]
  hands: HandShown[]
  at: number | null
  choice: string | null
  surrendered: boolean
  even_money: boolean
  lost: boolean
  returned: ReturnedShown[]
  lines: OwnLine[]
  net: number | null
}

/** A stake that went back in the middle of a round. */
export type ReturnedShown = {
  who: string
  wager: string | null
  amount: number
  clause: string
  box?: number | null
}

/** A line of one's own settlement, with its box where there are boxes. */
export type OwnLine = {
  wager: string
  stake: number
  result: "lose" | "push" | "win"
  outcome: string | null
  pays: string | null
  net: number
  clauses: string[]
  hand?: number | null
  box?: number | null
}

/** One thing that the viewer may do next. */
export type Offer = {
  command: string
  clause: string
  prompt: string
  clauses?: string[]
  hand?: string | null
  wagers?: string[]
  irregular?: boolean
  box?: number | null
  options?: string[]
  owner?: string | null
  least?: number | null
  most?: number | null
  bettors?: string[] | null
  suggested?: string | null
  worth?: Record<string, string>
  closed?: Record<string, string>
}

/** What staff see besides. */
export type StaffShown = {
  bettors: Record<string, Bettor>
  places: Record<string, string>
  seats: Record<string, string>
  waiting: string[]
  returned: ReturnedShown[]
  words: string[]
  warned: string[]
  one_box: string[]
  honoured: string[]
  asked: number
  answered: number
}

/** What staff see of somebody who bets. */
export type Bettor = {
  wagers: Record<string, number>
  net?: number | null
  lost?: boolean
  hands?: HandShown[]
}

/** A command to a table, under an id of the client's own making. */
export type TableCommand = {
  id: string
  /** A command of the table's game, or of the table, as the offers name it. */
  command: {
    command: string
  }
  round?: number | null
  version?: number | null
}

/** It is done, and kept. */
export type Kept = {
  id: string
  version?: number | null
  round?: number | null
  voucher?: string | null
}

/** What is best about a hand, and what else costs, from a full shoe without these cards. */
export type Advised = {
  command: string
  box: number | null
  cards: string[]
  up: string
  best: string
  ev: Record<string, number>
  cost: Record<string, number>
}

/** What a terminal has, and the latest that came and went, the newest first. */
export type Credits = {
  terminal: string
  cents: number
  movements: Movement[]
}

/** Cents onto a terminal, or off it where they are less than nothing. */
export type Movement = {
  at: number
  kind: string
  cents: number
  where: string
  version: number
}

/** The latest rounds of a terminal, the newest first. */
export type RoundsPlayed = {
  terminal: string
  rounds: RoundPlayed[]
}

/** What a terminal staked in a round and had of it. */
export type RoundPlayed = {
  table: string
  round: number
  at: number
  staked: number
  returned: number
  won: number
  over: boolean
}

/** Money becomes credits; the cage does that. */
export type BuyIn = {
  command: "buy-in"
  id: string
  cents: number
}

/** Credits become money: so much, or all there is. */
export type CashOut = {
  command: "cash-out"
  id: string
  cents?: number | null
}

/** Credits become a voucher: so much, or all there is. */
export type IssueVoucher = {
  command: "issue-voucher"
  id: string
  cents?: number | null
}

/** A voucher becomes credits. */
export type RedeemVoucher = {
  command: "redeem-voucher"
  id: string
  voucher: string
}

/** The first message: who looks, and where they left off. */
export type Hello = {
  say: "hello"
  token?: string | null
  cursor?: string | null
}

/** A command to the table. */
export type Do = {
  say: "command"
  id: string
  /** A command of the table's game, or of the table, as the offers name it. */
  command: {
    command: string
  }
  round?: number | null
  version?: number | null
}

/** Something did not fit: send all of it. */
export type Again = {
  say: "again"
}

/** The whole table; deltas follow upon it. */
export type Whole = {
  say: "snapshot"
  cursor: string
  now: number
  public: Public
}

/** What has changed since the cursor that was sent last. */
export type Changed = {
  say: "delta"
  cursor: string
  now: number
  delta: unknown[]
}

/** What the viewer sees besides, whole, whenever it has changed. */
export type Mine = {
  say: "private"
  private: Private
}

/** What came of a command: it is done and kept, or why not. */
export type Answered = {
  say: "answer"
  id: string
  status: number
  version?: number | null
  round?: number | null
  error?: Error | null
}

/** What is wrong, and the clause that it rests on, where there is one. */
export type Error = {
  message: string
  clause?: string | null
}

/** Something was not done. */
export type Failure = {
  error: Error
}
