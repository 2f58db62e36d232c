// Made of the server's OpenAPI document by `make types`; a test says when it is stale.

/** The state of the server: `degraded` if it answers but some of its work stands still. */
export type Health = {
  status: "degraded" | "ok"
  stopped?: Record<string, string>
  second_place?: string | null
}

/** What anybody may know about the house without signing in. */
export type HouseShown = {
  demo: boolean
  drill?: boolean
  buy_in?: BuyInShown | null
}

/** What a terminal accepts for credits, and the limits; amounts in cents. */
export type BuyInShown = {
  sources: ("card" | "demo" | "notes")[]
  least: number
  most: number
  day: number
  notes: number[]
}

/** A terminal signs in with its key or with its player's PIN; exactly one of them is given. */
export type TerminalSignIn = {
  terminal: string
  key?: string | null
  pin?: string | null
}

/** A new session. Send the token with every request: `Authorization: Bearer TOKEN`. */
export type NewSession = {
  token: string
  role: HouseRole
  name: string
  change?: boolean
}

/** A role in the house. */
export type HouseRole = "administrator" | "cage" | "dealer" | "gaming-shift-manager" | "pit-manager" | "pit-supervisor" | "player" | "spectator" | "surveillance"

/** A member of staff signs in with their own account. */
export type StaffSignIn = {
  name: string
  password: string
}

/** Success, with nothing more to tell. */
export type Done = {
  done?: true
}

/** Who is signed in, and when the session expires. */
export type SessionShown = {
  name: string
  role: HouseRole
  seconds: number
  idle: number
  tables?: string[] | null
}

/** A new password, PIN or key for the caller's own account, with the old one. */
export type NewSecret = {
  old: string
  new: string
}

/** A new guest's terminal with demo credits, and the key to sign in with again. */
export type Guest = {
  terminal: string
  key: string
  token: string
  credits: number
}

/** A game of the house: one edition of its document, under some readings of it. */
export type GameShown = {
  name: string
  rules: string
  title: string
  family: string
  base: string | null
  document: string
  version: string | null
  effective: string
  deck: number
  decks: DecksShown
  posts_limits: string
  wagers: WagerShown[]
  editions: string[]
  choices: Record<string, string[]>
  priced: string[]
  chinese: Record<string, string>
  drawing?: DrawingShown | null
  play?: PlayShown | null
}

/** How many decks a game is played with: minimum, maximum, default. */
export type DecksShown = {
  least: number
  most: number
  usual: number
}

/** A wager as it is declared; terminals make their layout from it. */
export type WagerShown = {
  name: string
  title: string
  window: "betting" | "insurance"
  rows: PayShown[]
  extras: PayShown[]
  area: string
  optional: string | null
}

/** A row of a wager's pay table, best first: the outcome, what it pays, and by which clauses. */
export type PayShown = {
  outcome: string
  pays: string | null
  listed: boolean
  clauses: string[]
}

/** The drawing rules of the baccarat games, and the clauses behind them. */
export type DrawingShown = {
  player: number[]
  banker: Record<string, number[]>
  places: string
  draws: string
  settles: string
}

/** The rules of play of a blackjack game, with the clauses of its document. */
export type PlayShown = {
  printed: string | null
  hands: number
  splits: string | null
  double_for_less: boolean
  insurance: "half" | "up-to-half" | null
  laws: Record<string, string>
}

/** The documents, clauses and rulings that answers cite. */
export type RulebookShown = {
  documents: Record<string, string>
  clauses: Record<string, ClauseShown>
  rulings: Record<string, RulingShown>
}

/** A clause of a document, summarised in our own words. */
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
  readings: Record<string, string>
  default: string
  fixed: string
}

/** A wager's odds from a full shoe: house edge, hit rate, standard deviation, and every outcome. */
export type OddsShown = {
  edge: number
  hit: number
  sd: number
  outcomes: ChanceShown[]
}

/** One outcome of a wager, and its probability. */
export type ChanceShown = {
  outcome: string
  pays: string | null
  probability: number
}

/** The summary of a table. */
export type TableBrief = {
  table: string
  game: string | null
  rules: string | null
  title: string
  own_rules: "approved" | "unapproved" | null
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

/** The result of a round: its hands, and the winner in games that have one. */
export type Last = {
  round: number
  hands: Record<string, string>
  won: string | null
  corrected?: boolean
}

/** A table as one viewer may see it now. */
export type Snapshot = {
  now: number
  public: Public
  private: Private
}

/** What everybody sees of a table: the same for all viewers. */
export type Public = {
  table: string
  game: string | null
  rules: string | null
  title: string
  own_rules: "approved" | "unapproved" | null
  version: number
  run: "automatic" | "dealer" | null
  closed: string | null
  stopped: string | null
  held: boolean
  paused: string | null
  tips: boolean
  waits: string | null
  until: number | null
  whole: number | null
  said: string
  last: Last[]
  round: TableShown | null
}

/** The public part of a view: the same for everybody, so that it is made and encoded once for all viewers. */
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
  lies: BaccaratShown | BoxesShown | SharedShown | HandsShown
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
  edition: string
  rulings: Record<string, string>
}

/** The cards of a baccarat table. */
export type BaccaratShown = {
  kind: "baccarat"
  player: HandShown
  banker: HandShown
  result: Summary | null
  hits?: string[]
}

/** A hand of cards, and its total. */
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
  hits?: string[]
}

/** The wagers of a bettor on a box. Bettors are named by place, such as `guest 3.1`: the first on box 3. */
export type BettorShown = {
  who: string
  stakes: Stake[]
  slot?: number | null
  surrendered?: boolean
  even_money?: boolean
  absent?: boolean
  decided?: Decided[]
}

/** A stake on a wager, in cents. */
export type Stake = {
  wager: string
  stake: number
  box?: number | null
  hand?: number | null
  whose?: string | null
}

/** A wager that the cards have decided, and what it brings, in cents. */
export type Decided = {
  wager: string
  stake: number
  net: number
  outcome?: string | null
  pays?: string | null
  hand?: number | null
  box?: number | null
}

/** The shared cards of Electronic Blackjack. */
export type SharedShown = {
  kind: "shared"
  dealer: HandShown
  opening: string[]
  stream: string[]
  ways: WayShown[]
  asked?: number
  answered?: number
  hits?: string[]
}

/** One of the ways in which the shared cards were played, and how many terminals took it. */
export type WayShown = {
  hands: HandShown[]
  terminals: number
  surrendered: boolean
}

/** The hands of any game, in their order. */
export type HandsShown = {
  kind: "hands"
  hands: NamedHand[]
  result: string | null
}

/** A hand of a game that has no view of its own. */
export type NamedHand = {
  name: string
  label: string
  cards: string[]
  comes_to: string
  won: boolean
}

/** The total stake on a wager in cents, and the number of bettors. */
export type Pool = {
  stake: number
  bettors: number
}

/** An irregularity or a ruling, without its text. */
export type Note = {
  kind: string
  clause: string
  effect?: string | null
}

/** What is published of a virtual shoe. */
export type ShoeShown = {
  commitment: Commitment
  code: string
  left: number | null
  proofs: Drawn[]
}

/** What is published of a shoe before its first card: the Merkle root and the shoe's parameters. */
export type Commitment = {
  shoe: string
  decks: string
  size: number
  root: string
  burn: number
  cut: number
  algorithm?: string
}

/** A drawn card with its Merkle proof. */
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

/** What one viewer sees in addition to what everybody sees. */
export type Private = {
  role: HouseRole
  own?: Own | null
  offers?: Offer[]
  staff?: StaffShown | null
  credits?: number | null
  approvals?: ApprovalShown[]
  called?: string | null
  corrections?: Waiting[]
  shoe_due?: string | null
  shoe?: ShoeOnTable | null
}

/** The private part of a player's view, which no other player sees. */
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
  decided?: Decided[]
  returned: ReturnedShown[]
  lines: OwnLine[]
  net: number | null
}

/** A stake that was returned in the middle of a round. */
export type ReturnedShown = {
  who: string
  wager: string | null
  amount: number
  clause: string
  box?: number | null
}

/** A line of a player's own settlement, with its box where there are boxes. */
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

/** One command that the viewer may give next. */
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
  part?: "next" | "player" | "table" | "usual" | "wrong"
  form?: Form | null
}

/** What is told with a command. */
export type Form = {
  fields?: Field[]
  fixed?: Record<string, string | number | boolean | null>
  keys?: string[]
  bounded?: string[]
  rows?: Row[]
}

/** Something that is told with a command. */
export type Field = {
  name: string
  kind: "bettor" | "box" | "card" | "cards" | "choice" | "clause" | "money" | "number" | "order" | "place" | "reason" | "settings" | "wager"
  choices?: (string | number | boolean | null)[]
  open?: boolean
  without?: string[]
  least?: number | null
  most?: number | null
  step?: number
  optional?: boolean
  up_to?: string | null
  lie?: string[]
  keep?: boolean
  suggested?: string | number | boolean | null
  worth?: Record<string, string>
}

/** Values that go together, in the order of the form's keys, and the bounds that go with them. */
export type Row = [(string | number | boolean | null)[], (Bounds | null)[], string[]]

/** The least and the most; no most where there is none. */
export type Bounds = [number, number | null]

/** The part of a view for staff only. */
export type StaffShown = {
  bettors: Record<string, Bettor>
  places: Record<string, string>
  seats: Record<string, string>
  players: SeatedShown[]
  agreed: AgreedShown[]
  waiting: string[]
  returned: ReturnedShown[]
  words: string[]
  warned: string[]
  one_box: string[]
  honoured: string[]
  asked: number
  answered: number
  at_boxes: AtBox[]
  act: ActShown | null
}

/** What staff see of a bettor. */
export type Bettor = {
  wagers: Record<string, number>
  net?: number | null
  lost?: boolean
  hands?: HandShown[]
}

/** A player without a terminal, as staff see them: credits in cents, boxes, and the wagers entered for them. */
export type SeatedShown = {
  player: string
  credits: number
  boxes: number[]
  wagers: Record<string, number>
}

/** An agreement between people with equal claims to a spot, as the Dealer noted it. */
export type AgreedShown = {
  box: number
  wager: string
  bettor: string
  owner: string | null
}

/** A box as staff see it, with names. */
export type AtBox = {
  number: number
  decides?: string | null
  sits?: string | null
  absent?: boolean
  stakes?: Record<string, number>
}

/** The next act at a table, or whom it waits for. */
export type ActShown = {
  command?: string | null
  verb: string
  with?: string | null
  why?: string | null
  say?: string | null
  missing?: Asked[]
  moves?: Move[]
  others?: number
  before?: string | null
  then?: string | null
}

/** A bettor who has something to answer, with the box where there are boxes. */
export type Asked = {
  bettor: string
  box?: number | null
}

/** What a settlement does for one bettor, in cents. */
export type Move = {
  bettor: string
  staked: number
  moves: number
}

/** A command that needs the approval of a second person. */
export type ApprovalShown = {
  id: string
  table: string
  subject: string
  by: string
  role: HouseRole
  needs: HouseRole
  at: number
  until: number
  command: unknown
  yours: boolean
  money?: MoneyMoved | null
}

/** What goes to players and comes back from them, in cents. */
export type MoneyMoved = {
  to_players: number
  taken_back: number
  heads: number
  lacking: number
}

/** A correction that a player has not acknowledged yet. */
export type Waiting = {
  table: string
  round: number
  number: number
  at: number
}

/** The shoe on a table. */
export type ShoeOnTable = {
  real: boolean
  cards: number
  left: number
  to_cut: number | null
  cut_out: boolean
  acts: ShoeAct[]
}

/** Something that is done with a shoe. */
export type ShoeAct = {
  command: string
  name: string
  needs: Role
  closed?: string | null
}

/** Who acts. Staff are ranked as listed, and a higher position may always act for a lower one. */
export type Role = "dealer" | "gaming-shift-manager" | "pit-manager" | "pit-supervisor" | "player"

/** A command to a table; `id` is its idempotency key. */
export type TableCommand = {
  id: string
  /** A command of the table or of its game, named as in the offers. */
  command: {
    command: string
  }
  round?: number | null
  version?: number | null
}

/** The command is executed and durable; or it waits for an approval. */
export type Acknowledgement = {
  id: string
  version?: number | null
  round?: number | null
  voucher?: string | null
  approval?: string | null
}

/** The summary of a virtual shoe. */
export type ShoeBrief = {
  shoe: string
  code: string
  decks: string
  at: number
  retired: boolean
}

/** A shoe as anybody may verify it; `opening`, its whole order, is there only once it has retired. */
export type ShoeRecord = {
  commitment: Commitment
  drawn: CardShown[]
  opening?: Opening | null
}

/** A card drawn from a shoe, with its Merkle proof and the round that it was drawn for. */
export type CardShown = {
  index: number
  card: string
  salt: string
  path: string[]
  round: number
}

/** The seed and order of a retired shoe, from which anybody can recompute its root. */
export type Opening = {
  seed: string
  order: string
}

/** The best decision for a hand and the cost of the others, priced from a full shoe less these cards. */
export type Advised = {
  command: string
  box: number | null
  cards: string[]
  up: string
  best: string
  ev: Record<string, number>
  cost: Record<string, number>
}

/** The balance of a terminal, and its latest transactions, the newest first. */
export type Credits = {
  terminal: string
  cents: number
  movements: Movement[]
  owes?: number
  corrections?: Waiting[]
  buys?: number | null
}

/** A posting to a terminal's account in cents, negative if it takes credits off. */
export type Movement = {
  at: number
  kind: string
  cents: number
  where: string
  version: number
  number: number
  after: number
  round?: number | null
  source?: "card" | "demo" | "notes" | null
}

/** The latest rounds of a terminal, the newest first. */
export type RoundsPlayed = {
  terminal: string
  rounds: RoundPlayed[]
}

/** What a terminal staked in a round and what came back, in cents. */
export type RoundPlayed = {
  table: string
  round: number
  at: number
  staked: number
  returned: number
  won: number
  over: boolean
  corrected?: number
  amended?: boolean
}

/** Money becomes credits: at the cage, or at the terminal itself if the house lets terminals sell credits. */
export type BuyIn = {
  command: "buy-in"
  id: string
  cents: number
  source?: "card" | "demo" | "notes" | null
  reference?: string | null
  corrects?: number | null
}

/** Credits become money: the amount, or the whole balance. */
export type CashOut = {
  command: "cash-out"
  id: string
  cents?: number | null
  corrects?: number | null
}

/** Credits become a voucher for that amount. */
export type IssueVoucher = {
  command: "issue-voucher"
  id: string
  cents: number
}

/** A voucher becomes credits. */
export type RedeemVoucher = {
  command: "redeem-voucher"
  id: string
  voucher: string
}

/** The latest vouchers that a terminal issued, the newest first. */
export type Vouchers = {
  terminal: string
  vouchers: VoucherShown[]
}

/** A voucher that a terminal issued; `code` is null once it is redeemed, and for vouchers of older records. */
export type VoucherShown = {
  at: number
  cents: number
  open: boolean
  code: string | null
  qr: QrCode | null
}

/** A QR code: its size in modules, quiet zone included, and its dark modules as the path of an SVG. */
export type QrCode = {
  size: number
  path: string
}

/** The drawer of the cage since it was opened; since the gaming day began where it never was. */
export type DrawerShown = {
  opened: ReceiptShown | null
  since: number
  taken: number
  paid: number
  now: number
  receipts: ReceiptShown[]
}

/** A line of the drawer: a receipt, or a count of what was in it. */
export type ReceiptShown = {
  number: number
  at: number
  by: string
  kind: "buy-in" | "cash-out" | "count" | "open" | "tips-out" | "voucher-paid"
  terminal: string | null
  cents: number
  after: number
  difference: number
  corrects: number | null
  corrected: number | null
}

/** A receipt as it is printed: with the credits of its terminal before and after it. */
export type ReceiptPrinted = {
  receipt: ReceiptShown
  credits_before: number | null
  credits_after: number | null
}

/** A voucher is paid out in cash. */
export type PayVoucher = {
  id: string
  voucher: string
}

/** The cash in the drawer was counted. */
export type CountDrawer = {
  id: string
  cents: number
  opens?: boolean
}

/** A table at which a terminal has money in play, or a seat. */
export type PlaceTaken = {
  table: string
  stake: number
  boxes: number[]
  decides: boolean
}

/** How much a terminal has played in this gaming day, and the limits that its player has set. */
export type Sitting = {
  terminal: string
  since: number
  until: number
  lost: number
  in_play: number
  seconds: number
  limit: Limit
  coming: Limit | null
  comes: number | null
}

/** Most cents to lose and most minutes to play in a gaming day; None is no limit. */
export type Limit = {
  loss?: number | null
  minutes?: number | null
}

/** A player's new limits; a limit that is left out is removed. */
export type NewLimits = {
  id: string
  loss?: number | null
  minutes?: number | null
}

/** One of a player's own rounds, step by step. */
export type RoundSeen = {
  table: string
  round: number
  game: string
  rules: string
  began: number
  phase: Phase
  net: number | null
  steps: StepSeen[]
}

/** An event of a round, and what the player saw after it. */
export type StepSeen = {
  step: number
  at: number
  kind: string
  said: string | null
  clauses: string[]
  moved: number
  table: TableShown
  own: Own | null
}

/** A table's configuration: of the current or latest round, and of the next. */
export type Configured = {
  table: string
  now: ConfigurationShown | null
  coming: ConfigurationShown | null
  plan: PlanShown | null
}

/** A version of a table's configuration, in the words of a configuration file. */
export type ConfigurationShown = {
  version: number
  settings: Record<string, unknown>
}

/** A change of settings that waits for its time. */
export type PlanShown = {
  settings: Record<string, unknown>
  at: number | null
}

/** Settings to change from the next round on, or later; `null` restores the default. */
export type NewSettings = {
  id: string
  settings: Record<string, unknown>
  since?: "round" | "shoe" | "time"
  at?: number
  version?: number | null
}

/** A second person approves a command, or refuses. */
export type ApprovalAnswer = {
  id: string
  agrees: boolean
  why?: string
}

/** The summary of a table for the pit. */
export type TableOnFloor = {
  brief: TableBrief
  dealers: string[]
  closing: boolean
  staked: number
  paused: string | null
  held: boolean
  called: string | null
  approvals: number
  entered: boolean
  left: number | null
  configuration: number
  coming: number | null
}

/** Something that staff may do at a table now, with the lowest position that may. */
export type StaffOffer = {
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
  part?: "next" | "player" | "table" | "usual" | "wrong"
  form?: Form | null
  needs: Role
  yours: boolean
}

/** A command to preview. */
export type ToTry = {
  /** A command of the table or of its game, named as in the offers. */
  command: {
    command: string
  }
}

/** The preview of a command: what it would do. Nothing is changed. */
export type Tried = {
  events: string[]
  phase: Phase
  void: string | null
  wagers: WagerAfter[]
  nets: [number, number] | null
  lies: BaccaratShown | BoxesShown | SharedShown | HandsShown
  then: string | null
  needs: Role
  second: Role | null
}

/** What would happen to all stakes on a wager, in cents. */
export type WagerAfter = {
  wager: string
  bettors: number
  staked: number
  returned: number
}

/** An account as administrators see it, without its secret. */
export type AccountShown = {
  name: string
  role: HouseRole
  enabled: boolean
  locked: boolean
  change: boolean
  changed: number
  last: number | null
  sessions: number
}

/** A new staff account; the password has to be changed at the first sign-in. */
export type NewAccount = {
  name: string
  role: HouseRole
  password: string
}

/** Suspend the account: its sessions end at once, and it cannot sign in. */
export type Suspend = {
  command: "suspend"
}

/** Restore a suspended account. */
export type Restore = {
  command: "restore"
}

/** Unlock an account that was locked after too many failed sign-ins. */
export type Unlock = {
  command: "unlock"
}

/** Set a temporary password, which has to be changed at the next sign-in. */
export type ResetSecret = {
  command: "reset-secret"
  password: string
}

/** Give the account another role. */
export type ChangeRole = {
  command: "change-role"
  role: HouseRole
}

/** Assign a Dealer to these tables, and to no other. */
export type Assign = {
  command: "assign"
  tables: string[]
}

/** Every Dealer, and whether the house assigns Dealers; if not, each works at every table. */
export type DealersShown = {
  assigned: boolean
  dealers: DealerShown[]
}

/** A Dealer, and the tables that they are assigned to. */
export type DealerShown = {
  name: string
  tables: string[]
}

/** A new terminal with a key or a PIN; if neither is given, the house generates a key. */
export type NewTerminal = {
  terminal: string
  key?: string | null
  pin?: string | null
}

/** A terminal that may sign in, with the generated key, which is shown only this once. */
export type Access = {
  terminal: string
  key?: string | null
}

/** Another key or PIN for a terminal; if neither is given, the house generates a key. */
export type NewKey = {
  command: "new-key"
  key?: string | null
  pin?: string | null
}

/** A page of acts, the newest first; `next` is the `before` of the next page. */
export type LogPage = {
  acts: Act[]
  next: number | null
}

/** A line of the log: what somebody did, or what happened to an account. */
export type Act = {
  position: number
  at: number
  actor: string
  where: string
  version: number
  kind: string
  said: Record<string, unknown>
}

/** The rounds of a table that were decided in this gaming day, the latest first. */
export type RoundsOfDay = {
  date: string
  rounds: RoundOver[]
}

/** The summary of a round that is over. */
export type RoundOver = {
  round: number
  ended: number
  phase: string
  said: string
  corrected: boolean
}

/** A round that is over as it stands, and the corrections that are on offer. */
export type Amendable = {
  table: string
  game: string
  rules: string
  round: number
  ended: number
  phase: Phase
  said: string
  virtual: boolean
  amendments: number
  cards: Dealt[]
  lies: BaccaratShown | BoxesShown | SharedShown | HandsShown
  offers: StaffOffer[]
}

/** A card as it was read, and whose it was. */
export type Dealt = {
  card: string
  whose: string
  box?: number | null
}

/** A correction to preview. */
export type ToAmend = {
  /** A command of the table or of its game, named as in the offers. */
  amendment: {
    command: string
  }
}

/** The preview of a correction. Nothing is changed. */
export type Amended = {
  table: string
  game: string
  rules: string
  round: number
  kind: string
  changes: boolean
  clauses: string[]
  said_before: string
  said_after: string
  was: BaccaratShown | BoxesShown | SharedShown | HandsShown
  now: BaccaratShown | BoxesShown | SharedShown | HandsShown
  wagers: WagerChanged[]
  others: number
  players: PlayerChanged[]
  pays: number
  takes: number
  lacking: number
  needs: Role
  yours: boolean
  second: Role | null
}

/** A wager before and after a correction. Amounts are cents. */
export type WagerChanged = {
  bettor: string
  wager: string
  box?: number | null
  hand?: number | null
  stake: number
  stands: number
  before: number
  after: number
  was?: string | null
  now?: string | null
  clauses?: string[]
}

/** A player's balance now and after the correction, and what they would owe; in cents. */
export type PlayerChanged = {
  bettor: string
  before: number
  after: number
  owes: number
}

/** A corrected round, as one of its bettors is told. Amounts are cents. */
export type Correction = {
  table: string
  game: string
  rules: string
  round: number
  number: number
  at: number
  kind: "cards" | "void" | "wager"
  clauses: string[]
  signed: Role[]
  said_before: string
  said_after: string
  was: BaccaratShown | BoxesShown | SharedShown | HandsShown
  now: BaccaratShown | BoxesShown | SharedShown | HandsShown
  wagers: WagerChanged[]
  net_before: number
  net_after: number
  credits_before: number
  credits_after: number
  owes: number
  understood: number | null
}

/** A player acknowledges the correction of one of their rounds. */
export type Understood = {
  id: string
  table: string
  round: number
  number: number
}

/** A search for rounds; every criterion that is given must match. */
export type RoundSearch = {
  table?: string | null
  shoe?: string | null
  game?: string | null
  terminal?: string | null
  staff?: string | null
  wager?: string | null
  won?: string | null
  result?: string | null
  event?: string | null
  since?: number | null
  until?: number | null
  before?: number | null
  limit?: number
}

/** The rounds that match, the latest first. */
export type RoundsFound = {
  rounds: Found[]
}

/** A finished round in a search result. */
export type Found = {
  position: number
  table: string
  round: number
  game: string
  shoe: string
  dealer: string
  began: number
  ended: number
  phase: string
  said: string
  mark: string | null
  handle: number
  win: number
  corrected: boolean
}

/** The values that occur in each search criterion, the most frequent first. */
export type KnownWords = {
  words: Record<string, string[]>
}

/** A round as it was played. */
export type Recalled = {
  table: string
  round: number
  game: string
  rules: string
  shoe: string
  dealer: string
  began: number
  phase: Phase
  said: string
  hash: string
  steps: Step[]
  net: Record<string, number>
  lines: ToldLine[]
}

/** One event of a round. */
export type Step = {
  step: number
  version: number
  position: number
  at: number
  kind: string
  actor: string
  said: string
  clauses: string[]
  phase: Phase
  money: string[]
  postings: Posting[]
}

/** A transfer of cents from one account to another. */
export type Posting = {
  source: string
  destination: string
  cents: number
  kind: string
}

/** A settlement line with whose it is, and on which box where there are boxes. */
export type ToldLine = {
  wager: string
  stake: number
  result: "lose" | "push" | "win"
  outcome: string | null
  pays: string | null
  net: number
  clauses: string[]
  hand?: number | null
  bettor: string
  box?: number | null
}

/** Whose view of a round the caller may see; the one that shows most is the last. */
export type Viewers = {
  viewers: string[]
}

/** A step of a round, and a viewer's view after it. */
export type StepView = {
  step: Step
  viewer: string
  view: View
}

/** A round as one viewer may see it at one moment. */
export type View = {
  role: HouseRole
  table: TableShown
  offers: Offer[]
  own: Own | null
  staff: StaffShown | null
  odds: Record<string, Odds>
}

/** The odds of a wager on the remaining cards. */
export type Odds = {
  ev: string
  edge: number
}

/** The score boards of a shoe; they are information only. */
export type Roads = {
  table: string
  shoe: string
  marks: string
  beads: Bead[]
  big_road: Cell[]
  derived: Record<string, Spot[]>
  counts: Counts
  hits: Record<string, number>
}

/** A round on the bead plate. */
export type Bead = {
  mark: Mark
  column: number
  row: number
}

/** A finished round as the boards show it. */
export type Mark = {
  winner: "banker" | "player" | "tie"
  player_pair?: boolean
  banker_pair?: boolean
  natural?: boolean
}

/** A cell of the big road: its mark, where it is drawn, and which win of which streak it is. It shows the pairs of the win itself; a tie's own pairs are on the bead plate. Ties before any win stand on a cell without a mark until the first win takes them over. */
export type Cell = {
  mark: Mark | null
  ties: number
  column: number
  row: number
  streak: number
  depth: number
}

/** A place on a derived road. */
export type Spot = {
  colour: "blue" | "red"
  column: number
  row: number
}

/** A closed gaming day, with the digest of its books and the house's signature; amounts in cents. */
export type ClosedDay = {
  date: string
  rounds: number
  drop: number
  handle: number
  win: number
  digest: string
  key: string
  signature: string
}

/** The report of `[since, until)`. */
export type Report = {
  since: number
  until: number
  calendar: Calendar
  threshold: number
  total: Figures
  by: Record<string, Figures[]>
  sources: Bought[]
  patrons: Patron[]
  tips: Tips[]
  paths: Record<string, Strayed[]>
  digest: string
}

/** When the house's gaming days begin (`turns`, HH:MM), and in which time zone. */
export type Calendar = {
  turns?: string
  zone?: string
}

/** One line of a report; amounts are cents. */
export type Figures = {
  name: string
  rounds: number
  void: number
  drop: number | null
  handle: number
  win: number
  hold: number | null
  theory: number
  edge: number | null
  sd: number
  deviation: number | null
  band: number | null
  rounds_per_hour: number | null
}

/** The drop over these days from one source, in cents. */
export type Bought = {
  source: string
  drop: number
}

/** Cash, card and vouchers of a terminal on a gaming day, in cents. */
export type Patron = {
  day: string
  terminal: string
  cash_in: number
  card_in: number
  cash_out: number
  vouchers_in: number
  vouchers_out: number
  notice: ("cash in" | "cash out")[]
}

/** The tips of a table over these days, in cents. */
export type Tips = {
  table: string
  tips_in: number
  tips_out: number
  tips_held: number
}

/** A point of a path: after `rounds` rounds, win less expected win in cents, and its standard deviation. */
export type Strayed = {
  rounds: number
  deviation: number
  sd: number
}

/** Cash in and out of every patron over a gaming day. */
export type Patrons = {
  day: string
  threshold: number
  patrons: Patron[]
}

/** The summary of a table for surveillance. */
export type TableWatched = {
  table: string
  game?: string | null
  shoe?: string | null
  round?: number
  at?: number
  left?: number
  favourable?: Record<string, number>
  alarms?: number
  blind?: string | null
}

/** A table after a round. */
export type Picture = {
  table: string
  game: string
  shoe: string
  decks: number
  round: number
  at: number
  seen: number
  left: number
  expectations: Record<string, Expectation>
  played: Played | null
  favourable: Record<string, number>
  into: Into[]
  wagers: string[]
  history: Moment[]
}

/** The expected value of a stake of one on the remaining cards. */
export type Expectation = {
  exact: string
  ev: number
}

/** The expected values of the blackjack wagers that depend on decisions, by the solver, after a round of a shoe. */
export type Played = {
  shoe: string
  round: number
  evs: Record<string, number>
}

/** What a terminal has staked in this shoe on a wager while it was favourable, in cents. */
export type Into = {
  terminal: string
  wager: string
  staked: number
  gain: number
  rounds: number[]
}

/** The expected values of the wagers before a round, in the order of the picture's wagers. */
export type Moment = {
  round: number
  seen: number
  evs: number[]
}

/** The largest loss of a table on the wagers accepted now, with all that players may still add to them. */
export type Exposure = {
  table: string
  round: number
  phase: Phase | null
  staked: Record<string, number>
  loss: number
  how: string
  reached: boolean
  once_in: Record<string, number>
}

/** An alarm of the house, with its id, its time and the notes on it. */
export type Noticed = {
  id: string
  at: number
  alarm: Alarm
  notes?: Remark[]
}

/** A finding for surveillance to look at. */
export type Alarm = {
  kind: "bunched" | "cards" | "copies" | "early" | "following" | "late" | "order" | "pace" | "pairs"
  table: string
  shoe: string
  words: string
  statistic: number
  p: number
  who?: string[]
  rounds?: number[]
}

/** A note of surveillance on an alarm; the first one acknowledges it. */
export type Remark = {
  at: number
  by: string
  text: string
}

/** A note on an alarm; `id` is its idempotency key. */
export type NewNote = {
  id: string
  note: string
}

/** A game and a shoe: so many decks, less the cards that are gone. */
export type ShoeAsked = {
  game: string
  decks?: number | null
  gone?: string[]
}

/** Every wager of a game from one shoe. */
export type OddsTable = {
  game: string
  decks: number
  shoe: string
  left: number
  wagers: WagerOdds[]
  notes: string[]
}

/** The odds of a wager: house edge, standard deviation, hit rate, and every outcome. */
export type WagerOdds = {
  name: string
  wager: string
  title: string
  edge: number
  sd: number
  hit: number
  ev: string
  exact: boolean
  method: string | null
  counted: boolean
  outcomes: OutcomeOdds[]
}

/** One outcome of a wager. */
export type OutcomeOdds = {
  outcome: string
  result: "lose" | "push" | "win" | null
  pays: string | null
  net: number
  probability: number
  count: string | null
  total: string | null
}

/** The best strategy of a game from one shoe. */
export type StrategyChart = {
  game: string
  decks: number
  shoe: string
  reading: string | null
  ev: Record<string, number>
  ups: string[]
  parts: ChartPart[]
  offers: OfferedPlay[]
  departures: DeparturePlay[]
}

/** Hard totals, soft totals or pairs. */
export type ChartPart = {
  part: "hard" | "pairs" | "soft"
  rows: Record<string, Record<string, ChartSquare>>
}

/** The decision for a total or a pair against the Dealer's up card, and the value of every decision. */
export type ChartSquare = {
  symbol: string
  action: string
  ev: Record<string, number>
  cost: Record<string, number>
}

/** Insurance or even money: the best gain over declining, and with which cards to take it. */
export type OfferedPlay = {
  name: string
  best: number
  take: string[]
}

/** A hand of exact cards that is better played otherwise than the chart says. */
export type DeparturePlay = {
  hand: string
  up: string
  chart: string
  best: string
  gain: number
}

/** A round of a simulation, by seed and number. */
export type RoundAsked = {
  game: string
  decks?: number | null
  gone?: string[]
  seed: number
  number: number
}

/** A simulated round, dealt again and settled by the rules. */
export type OpenedRound = {
  game: string
  seed: number
  number: number
  cards: string[]
  hands: Record<string, string[]>
  said: string
  decisions: string[]
  lines: OwnLine[]
  total: number
  clauses: string[]
}

/** A game with other pays in some rows, and a shoe. */
export type DesignAsked = {
  game: string
  decks?: number | null
  gone?: string[]
  pays?: PayTried[]
}

/** What a row of a wager pays in a variant, as people write it: `9:1`, `9`, `10 for 1`, `push`. */
export type PayTried = {
  wager: string
  outcome: string
  pays: string
}

/** A variant: its file, and the wagers that it changes. */
export type Design = {
  text: string
  wagers: WagerTried[]
}

/** A wager with other pays, beside the same wager of the base. */
export type WagerTried = {
  wager: string
  base: WagerFigures
  variant: WagerFigures
}

/** The house edge of a wager, how often it wins, and how it swings. */
export type WagerFigures = {
  edge: number
  hit: number
  sd: number
  ev: string
}

/** The row whose pay is looked for, and the edge that its wager should have. */
export type PayWanted = {
  game: string
  decks?: number | null
  gone?: string[]
  pays?: PayTried[]
  wager: string
  outcome: string
  edge: number
  grid?: "for-one" | "half" | "tenth" | "twentieth" | "whole"
}

/** The pay that comes nearest to the wanted edge, first, and its neighbours in their order. */
export type PaysFound = {
  found: PayPriced[]
}

/** A pay as casinos print it, and the edge that it gives. */
export type PayPriced = {
  pays: string
  edge: number
}

/** A practice round: its seed, the learner's stakes in cents, and the decisions so far. */
export type PlayAsked = {
  seed: number
  stakes: Record<string, number>
  words?: string[]
}

/** A practice round so far. */
export type PracticeRound = {
  table: TableShown
  own: Own | null
  asked: PracticeAsked | null
  judged: PracticeJudged[]
}

/** The decision that waits for the learner. */
export type PracticeAsked = {
  command: string
  box: number | null
  cards: string[]
  up: string
  words: string[]
  cost: Record<string, number>
}

/** A decision that was made, and what it costs on average against the best one, in cents. */
export type PracticeJudged = {
  command: string
  cards: string[]
  up: string
  chosen: string
  best: string
  cost: number
}

/** What a bet costs on average, as a share of the stake. */
export type BetPrice = {
  wager: string
  edge: number
  worse: number
}

/** All squares of a game, and what they are: `strategy` or `drawing`. */
export type Squares = {
  game: string
  decks: number
  kind: string
  squares: Square[]
}

/** One thing to know by heart: what is right on such cards. */
export type Square = {
  key: string
  part: string
  deals: Record<string, string[]>[]
  options: string[]
  right: string
  cost?: Record<string, number>
  clauses?: string[]
}

/** A round whose cards are all out, with a stake on every wager, to be settled by the learner. */
export type PayoutSheet = {
  game: string
  seed: number
  hands: Record<string, string[]>
  decisions: string[]
  said: string
  lines: PayoutLine[]
  seconds: number
}

/** A wager on the table and what the rules make of it. */
export type PayoutLine = {
  wager: string
  title: string
  stake: number
  result: "lose" | "push" | "win"
  net: number
  outcome: string | null
  pays: string | null
  clauses: string[]
}

/** A table in the middle of a round, and several acts of which one comes next. */
export type NextQuestion = {
  game: string
  seed: number
  phase: Phase
  boxes: number[]
  lies: BaccaratShown | BoxesShown | SharedShown | HandsShown
  before: NextAct
  acts: NextAct[]
  right: number
  clause: string
}

/** What somebody may do next at a table. */
export type NextAct = {
  by: Role
  command: string
  box?: number | null
  prompt?: string | null
}

/** The cases of a document, clause by clause. */
export type DocumentCases = {
  document: string
  name: string
  clauses: ClauseCases[]
}

/** The cases of a clause. */
export type ClauseCases = {
  clause: string
  summary: string
  cases: CaseBrief[]
}

/** The summary of a case. */
export type CaseBrief = {
  id: string
  game: string
  title: string
  needs: Role
  also: string[]
}

/** How a case is practised. */
export type ToSetUp = {
  helped?: boolean
}

/** The case that is practised at a table, and the coach's comments. */
export type LessonShown = {
  table: string
  game: string
  case: string
  clause: string
  also: string[]
  title: string
  situation: string
  trainee: string
  role: Role
  helped: boolean
  status: "astray" | "done" | "ended" | "open" | "right"
  answered: boolean
  shown: boolean
  card: string | null
  comments: Comment[]
  answer: StepShown[]
  teaches: string
  nets: Record<string, number>
}

/** A comment of the coach on something that was done or tried. `did`: as the document requires; `otherwise`: accepted, but not as required; `refused`: refused by the table; `player`: a player's step, made by a robot; `pit`: a step of a higher position after a call; `unneeded`: the pit was called although the trainee may act; `shown`: a step that the coach made. `right` and `ended` are the outcome. */
export type Comment = {
  kind: "did" | "ended" | "otherwise" | "pit" | "player" | "refused" | "right" | "shown" | "unneeded"
  who?: string
  command?: string
  prompt?: string
  fields?: Record<string, unknown>
  of?: number | null
  message?: string
  clause?: string | null
}

/** A step of the right answer. */
export type StepShown = {
  who: string
  command: string
  prompt: string
  fields: Record<string, unknown>
  of: number | null
  clause: string | null
  refused: boolean
  message: string
}

/** A case that somebody has practised, and how it went. */
export type PractisedShown = {
  who: string
  role: Role
  day: string
  at: number
  case: string
  clause: string
  game: string
  title: string
  outcome: "right" | "shown" | "wrong"
}

/** The first message: the session token, and the cursor of the last update that was received. */
export type Hello = {
  say: "hello"
  token?: string | null
  cursor?: string | null
  draws?: string[]
  language?: "en" | "zh"
}

/** A command to the table. */
export type Do = {
  say: "command"
  id: string
  /** A command of the table or of its game, named as in the offers. */
  command: {
    command: string
  }
  round?: number | null
  version?: number | null
}

/** Asks for a whole snapshot, for example because a delta did not apply. */
export type Again = {
  say: "again"
}

/** The snapshot of a table; deltas to it follow. */
export type Whole = {
  say: "snapshot"
  cursor: string
  now: number
  public: Public
}

/** The delta since the cursor that was sent last. */
export type Changed = {
  say: "delta"
  cursor: string
  now: number
  delta: unknown[]
}

/** What only this viewer sees, whole, whenever it has changed. */
export type Mine = {
  say: "private"
  private: Private
}

/** The answer to a command: executed and durable, or why not. */
export type Answered = {
  say: "answer"
  id: string
  status: number
  version?: number | null
  round?: number | null
  error?: Error | null
  approval?: string | null
}

/** What is wrong, and the clause behind it, if there is one. */
export type Error = {
  message: string
  clause?: string | null
  code?: string | null
  values?: Record<string, unknown>
}

/** Run a simulation; the seed is random if left out. */
export type Simulate = {
  say: "simulate"
  game: string
  decks?: number | null
  gone?: string[]
  rounds: number
  seed?: number | null
  token?: string | null
  language?: "en" | "zh"
}

/** Stop the simulation; the results so far stand. */
export type StopSimulation = {
  say: "stop"
}

/** The progress of a simulation, and its estimates for every wager. */
export type Running = {
  say: "running"
  rounds: number
  goal: number
  seed: number
  seconds: number
  wagers: Record<string, Simulated>
  over: boolean
}

/** A wager's simulated edge so far with its 95 % confidence interval, and the exact edge. */
export type Simulated = {
  edge: number
  low: number
  high: number
  exact: number
  distance: number | null
}

/** The simulation was refused, and why. */
export type SimulationRefused = {
  say: "refused"
  error: Error
}

/** The body of every answer that is not a success. */
export type Failure = {
  error: Error
}
