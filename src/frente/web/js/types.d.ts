// Shapes of what the server sends; see docs of the HTTP and socket API.
export interface Piece {
  id: string; name: string; side: string; symbol: string; size: string; formation: string; factors: string;
  steps: number; elite: boolean; at: string; state: string[];
}
export interface Track { id: string; side: string; value: number | null; rule: string }
export interface View {
  game: string; scenario: string; viewer: string; turn: number; phase: string[]; waiting: string[]; question: string;
  rule: string; facts: Facts; acts: string[]; pieces: Piece[]; spaces: Record<string, string[]>; tracks: Track[];
  hands: Record<string, string[] | number>; result: string; extra: Record<string, unknown>;
}
export interface LedgerRow {
  key: string; facts: Facts; rule: string; state: string; value: string; units: string[]; space: string; side: string;
}
export interface LedgerSection { id: string; value: string; rows: LedgerRow[] }
export type Facts = Record<string, unknown>;
export interface Said { rule: string; key: string; facts: Facts; text?: string }
export interface LogEvent extends Said { n: number; start?: string }
/** What happened between two acts, as one side saw it. */
export interface Reel {
  from: number; to: number; side: string; turn: number; pieces: Piece[]; spaces: Record<string, string[]>;
  scenes: Scene[]; report: (Said & { topic: string; places: string[] })[];
}
export interface Scene {
  kind: "march" | "arrival" | "battle" | "strike" | "talk" | "note"; name: string; side: string; first: number; last: number;
  whole: boolean; over: boolean; moves: { side: string; units: string[]; path: string[] }[];
  lost: { unit: string; side: string; at: string; steps: number; gone: boolean }[]; rolls: { n: number; card: Card }[];
  said: LogEvent[]; pieces: Piece[]; gone: string[]; spaces: Record<string, string[]>;
}
export interface Seat { kind: string; name: string; taken: boolean; connected: boolean; bot?: string }
export interface Offer { kind: string; by: string; to?: number; agreed?: string[] }
export interface Outcome { winner: string | null; key: string; rule: string; score: number[]; by?: string }
/** What the next dice follow from, as far as it is known to all. */
export interface Dice {
  commitment: string; grade: "fair" | "house" | "chosen" | "filed"; parent: string; table: string; start: string; first: number;
  sides: string[]; sealed: Record<string, string>; shown: Record<string, string>; awaited: string[]; due: boolean;
  seed: string | null; earlier: Dice["grade"][];
}
/** A finished game verified by the server, with what is needed to do it again. Rolls: number, chances, those that give what came. */
export interface Proof {
  ok: boolean; problems: string[]; words: string[]; rolls: [number, number, number[]][];
  openings: (Omit<Dice, "grade" | "awaited" | "due" | "seed" | "earlier"> & { seed: string; nonces: string[]; chosen: boolean })[];
}
export interface State {
  table: string; at: number; name?: string; game?: string; scenario?: string; seats: Record<string, Seat>; you: string[];
  view: View; views?: Record<string, View>; acts: Record<string, string[]>; card: Card;
  undo: Record<string, boolean>; offer: Offer | null; events: LogEvent[]; dice: Dice;
  outcome: Outcome | null; plan?: boolean; cards?: Record<string, Card>;
  last?: number; since?: number; owner?: boolean; over?: boolean; rematch?: string | null; replay?: boolean;
  thinking?: string[]; trouble?: Said[]; standing?: Record<string, SeatOrders>;
  setup?: { placed: number; of: number } | null;
  clocks?: Record<string, { left: number; runs: boolean }>;
  pack?: string;
}
/** What a value of the data may be, as its game declares it. */
export interface EditShape {
  kind: "text" | "pattern" | "whole" | "number" | "flag" | "day" | "either" | "list" | "map" | "table" | "other";
  words?: string[]; pattern?: string; wanted?: string; least?: number; most?: number; size?: number; item?: EditShape; one?: EditShape;
  other?: EditShape; fields?: Record<string, EditShape>; required?: string[];
}
/** The data of a game for the pack editor. */
export interface EditData {
  game: string; version: string; faces: Piece[];
  layout: { counters?: string; start?: string; when?: string[]; ground?: string[]; edges?: string[]; lines?: string[] };
  files: Record<string, { shape: EditShape; values: any; items: Record<string, { key: string[]; marks: Record<string, string> }> }>;
}
/** File, path, and the new value; null takes out what was there. */
export type PackChange = [string, string[], any];
export interface PackFault { file: string; path: string[]; reason: string }
export interface PackCheck { problems: PackFault[]; more: number; faces: Piece[]; painted: Faces | null; version: string }
/** What a game tells afterwards (frente.story). */
export interface Story {
  sides: string[]; acts: number; rolls: number; last_turn: number; score: string[];
  turns: { turn: number; side: string; pieces: number; steps: number; destroyed: number }[];
  held: { turn: number; space: string; side: string }[];
  tracks: { turn: number; track: string; side: string; value: number }[];
  luck: { side: string; rolls: number; sum: number; deviations: number; curve: { act: number; turn: number; sum: number }[];
    largest: { act: number; turn: number; word: string; gain: number }[] };
  units: Record<string, { id: string; acts: number; spaces: number; destroyed: number | null }[]>;
  swings: { act: number; turn: number; side: string; word: string; gain: number }[];
  notes: { at: number; side: string; text: string }[];
}
/** A step of a lesson: what it says, what it points at, which acts fit, and what it waits for; nothing: to be read. */
export interface LessonStep {
  say: string; show?: string[]; allow?: string[]; to?: string[]; else?: string;
  want?: {
    act?: string[]; at?: Record<string, string>; chosen?: string[]; why?: [string, string]; overlay?: string; question?: string[];
    turn?: number;
  };
}
export interface Lesson { side: string; chapters: { title: string; step: LessonStep[] }[] }
/** A question that can be left to a standing order. */
export interface Standing { id: string; rule: string; sides: string[]; answers: string[]; unless: string[] }
/** A seat's own standing orders; the question asked now if it can have one, and what an order is about to answer. */
export interface SeatOrders { orders: Record<string, { answer: string; unless: string[] }>; asked: string; now: string }
export interface Shift { columns: number; rule: string; key: string }
export interface Result {
  die: number; attacker: number; mark: string; defender: number; retreat: number;
  chance?: number; code?: string; sort?: string; says?: { key: string; facts: Facts }[];
}
export interface Row {
  results: Result[]; "attacker-loss": number; "defender-loss": number; cleared: number; "cleared-if-stubborn": number;
  facts?: { key: string; value?: number; share?: number }[];
}
export interface Part { value: number; rule: string; key: string }
/** A card without a table of results: sums of parts and chances, by name; the theme says in which order they are shown. */
export interface Reckoning { [name: string]: unknown; kind?: string; area?: string; ahead?: Record<string, Reckoning> }
/** One thing to know before deciding. */
export interface Note { tone: string; rule: string; key: string; facts: Facts; chance?: number }
/** A leg of a line of command: from where to where, by which channel, past which spaces. */
export interface Leg {
  from: string; to: string; way: string; by: string; via: string[]; notes: Note[]; unit?: string; issuer?: string;
  resource?: string; now?: boolean; maybe?: boolean; token?: boolean;
}
/** What an answer on offer costs, risks and promises. */
export interface Choice { notes: Note[]; leg?: Leg; chance?: number; of?: string; cost?: number; odds?: Reckoning }
export interface Card extends Reckoning {
  line?: Leg[]; choices?: Record<string, Choice>; aim?: string[]; minor?: boolean;
  targets?: Record<string, string>; target?: string; attackers?: string[]; defenders?: string[]; attack?: number;
  defence?: number; base?: string; shifts?: Shift[]; column?: string; elite?: number[]; row?: Row;
  "may-add"?: { attacker: number | null; defender: number }; range?: [string, string];
  drm?: Shift[]; columns?: string[]; camps?: [string, string]; notes?: Said[]; unknown?: boolean;
  overruns?: Record<string, Card>;
}
export interface Mark {
  kind: string; name?: string; letter?: string; side?: string; colour?: string; points?: number; dashed?: boolean;
  edge?: string; source?: boolean; from?: string; id?: string; at?: [number, number]; critical?: boolean;
}
export interface Space {
  id: string; name: string; x: number; y: number; corners: [number, number][]; land?: [number, number][][]; neighbours: (string | null)[];
  terrain: string[]; printed?: Mark[]; room?: { width: number; height: number }; sign?: [number, number]; tag?: [number, number]; parent?: string; inside?: string[]; routes?: string[]; water?: string[]; control?: string; from?: string;
}
export interface Unit {
  id: string; name: string; side: string; symbol: string; size: string; formation: string; elite: boolean; steps: number;
  corps: string; brigade: string; short?: string;
}
/** What is printed on a pawn. */
export interface Face extends Unit {
  kind: string; icon: string; short: string;
  values: { command?: number; initiative?: number; morale?: number; bare?: boolean; modifier?: number; credit?: number };
}
export interface Looks {
  body: Record<string, string>; back: { lines: string; turns: number[]; sign: string };
}
/** A stroke of a counter: element, attributes, and its words or the strokes inside. */
export type Stroke = [string, Record<string, unknown>, string | Stroke[]];
/** What is printed on counters: strokes, faces (class and numbers of strokes), faces by unit and state, and by side. */
export interface Faces {
  strokes: Stroke[]; faces: [string, number[]][]; of: Record<string, Record<string, number>>;
  hidden: Record<string, number>; blank: Record<string, number>;
}
export interface Board {
  version: string; orientation: string; viewBox: [number, number, number, number]; radius: number; spaces: Space[];
  units: Unit[]; boxes: { id: string; side?: string; title_key: string }[]; tracks: unknown[];
  verbs: Record<string, string>; provenance: Record<string, unknown>; turns: { n: number; start: string; end: string; months?: boolean }[];
  schedule: { turn: number; side: string; arc?: string; fate?: string; units?: string[]; support?: string; change?: number }[];
  faces: Faces;
  charts?: Chart[]; looks?: Looks; pieces?: Face[]; displays?: Display[]; routes?: Route[];
}
/** A table of the game; what has a dot is the name of a text. */
export interface Chart { id: string; rule: string; corner: string; head: string[]; rows: string[][] }
/** A track printed on the map, and what its markers show. */
export interface Display {
  id: string; title: string; boxes: { id: string; name: string; x: number; y: number; width: number; height: number }[];
  tracks?: string[]; holder?: string; row?: string; steps?: string[];
}
export interface Route { id: string; ends: [string, string]; via: string[]; line: [number, number][] }
/** Colours and shape of a side: the name its classes end in, and "round", "cut" or "square". */
export interface Livery { key: string; shape: string }
/** What the game's folder says of its looks; colours are pairs, light and dark. */
export interface Look {
  sides: Record<string, { shape: string; colours: Record<string, [string, string]> }>; terrain: Record<string, string>;
  goals: Record<string, { main: [string, string]; ink: [string, string]; edge: [string, string]; line: string }>;
  theme: Partial<Theme>;
}
export interface Theme {
  complexity?: number;
  sides: Record<string, Livery>; terrain: Record<string, string>; goals: Record<string, { key: string; line: string }>;
  lesser?: string[]; phases: string[];
  score?: { track: string; side: string; win: number; draw: number; scenarios?: string[] }; points?: string | Record<string, string[]>; open?: string; halt?: string; front?: boolean;
  gauges?: string[]; regions?: Record<string, string[]>; scales?: Record<string, number[]>; turn?: string; boxes: string[]; overlays: string[]; primary: string[]; draft?: boolean;
  columns: string[]; keys?: Record<string, string>; chips?: string[]; reverse?: string; under?: string[];
  marches?: string[]; rolls?: { die: string; told: string; during: string }[]; held?: string; awaits?: string;
  hands?: { own: string; group: string }[]; groups?: Record<string, string>; secret?: string[]; private?: string[];
  card?: { sums: string[]; charts: string[]; chances: string[]; facts: string[]; pieces: string[]; inner: string[]; badge: string[] };
  heaps?: boolean; task?: boolean; careful?: string[]; marked?: string[]; chosen?: string[][]; ends?: Record<string, string>; declines?: Record<string, string>; stacks?: string[]; advances?: string[]; meters?: string[]; holders?: string[]; composers?: Record<string, { pattern: string; fields: string[] }>;
}
export interface OptionInfo { id: string; default: boolean | string; choices: (boolean | string)[]; rule: string }
export interface GameInfo {
  lesson?: boolean; like: Record<string, string>; names: Record<string, Record<string, string>>;
  slug: string; title: string; line: Record<string, string>; sides: string[]; scenarios: { id: string; title: string; titles: Record<string, string>; turns: number }[];
  options: OptionInfo[]; standing?: Standing[]; bots: string[]; languages?: string[];
}
export interface Rule { id: string; title: string; says: string; area: string; optional: boolean }
export interface Rules { rules: (Rule & { rulings?: string[] })[]; rulings: Record<string, { title: string; says: string }> }
export interface Summary {
  table: string; name: string; game: string; scenario: string; turn: number; at: number; waiting: string[]; question: string;
  seats: Record<string, Seat>; you: string[]; owner: boolean; plan?: boolean; over: boolean; expires: number | null;
}
/** The account that is signed in. */
export interface Me {
  id: string; name: string; role: string; mail: string; language: string; hidden: boolean; password: boolean; banned: number;
  passkeys: { id: string; label: string; created: number }[];
}
export interface SignedIn { id: string; agent: string; created: number; seen: number; here: boolean }
/** A game that somebody offers to others. */
export interface OnOffer {
  id: string; by: string; to: string; game: string; scenario: string; side: string; pace: string; bank: number; step: number;
  late: string; rated: boolean; watch: boolean; yours: boolean; "for-you": boolean; state: string; low: number; high: number;
  options: Record<string, boolean | string>;
}
/** Something said beside the board. */
export interface Message { n: number; room: string; name: string; side: string; line: number; text: string; at: number }
/** What waits for somebody, and how he wants to be told. */
export interface Waiting {
  notices: { kind: string; about: string; at: number; name: string; game: string; with: string; link: string }[]; key: string;
  mail: boolean; push: boolean; browsers: number; letters: boolean; away: number; vacation: number;
}
export interface Cup {
  id: string; name: string; kind: string; game: string; scenario: string; places: number; round: number; state: string;
  by: string; entered: number; pace: string; bank: number; step: number; late: string; rated: boolean; yours: boolean; in?: boolean;
  table?: { name: string; points: number; tie: number[]; played: number }[];
  games?: { round: number; first: string; second: string; score: number | null; free: boolean; table: string }[];
}
export interface Desk {
  reports: { id: string; from: string; name: string; table: string; text: string; lines: Message[]; created: number }[];
  banned: { name: string; until: number }[]; steps: { what: string; note: string; at: number; by: string; name: string }[];
  counts: Record<string, number>;
  server: { requests: number; faults: number; tables: number; sockets: number; turns: number; jobs: number; stuck: number;
    load: number[]; cores: number };
}
/** A game of people who met here. */
export interface Met {
  table: string; game: string; scenario: string; turn: number; over: boolean; seats: Record<string, string>;
  outcome: { winner?: string | null } | null;
}
export interface Reach { spaces: Record<string, { left: number; acts: string[] }> }
/** What the march of a unit to a space costs and brings, or what is in its way. */
export interface Way {
  reachable: boolean; steps: { space: string; cost: number }[]; made: number; points: number; left: number; refusals: Said[];
  notes: Said[]; odds: Record<string, string>; nearest: string; supplied: boolean;
}
export interface Answer {
  id?: number; type: string; at?: number; reasons?: Said[]; done?: number; acts?: string[]; refusals?: Said[];
  marks?: Record<string, string[]>; spaces?: unknown; warnings?: Said[]; side?: string; text?: string; [more: string]: unknown;
}
export interface ActWord { word: string; verb: string; arg: string; kind: string; named?: boolean }
