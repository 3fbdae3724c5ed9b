/** Shapes shared by worker, content scripts and pages. The wire shapes are those of docs/api.md. */

export type VerdictLabel =
  | "True"
  | "False"
  | "Partially True"
  | "Misleading"
  | "Not Enough Evidence"
  | "Not Verifiable";
/** What an undecided claim leans towards. */
export interface Leaning {
  label: "Probably true" | "Probably false";
  probability: number;
}
/** What has a grade: an answer, a part of one, or what lists keep of one. */
export interface Graded {
  verdict: string;
  leaning?: Leaning | null;
  confidence: number;
}
export type Stance = "supports" | "refutes" | "neutral";

export interface EvidenceItem {
  n?: number;
  id: string;
  text: string;
  quote: string;
  source: string;
  title: string;
  domain: string;
  /** Name or domain of the publisher; answers of earlier versions lack it. */
  publisher?: string;
  published: string;
  origin: "kb" | "web" | "fact_check";
  kind: "seed" | "snippet" | "article" | "handout" | "review" | "record";
  /** Whether its words were read on the page that it names: only then are they shown as a quotation. */
  verbatim: boolean;
  tier: string;
  stars: number;
  score: number;
  relevance: number;
  stance: Stance;
  quarantined: boolean;
  lead_only: boolean;
}

/** Evidence with the number by which the reasoning points at it. */
export interface Numbered {
  item: EvidenceItem;
  n: number;
}

export interface SubResult {
  claim: string;
  /** Ids of its evidence; answers of earlier versions lack them. */
  evidence_ids?: string[];
  verdict: VerdictLabel;
  leaning?: Leaning | null;
  confidence: number;
  truthfulness_percent: number;
  reasoning: string;
}

export interface Issue {
  code: string;
  stage: string;
  message: string;
  severity: "info" | "warning" | "error";
  subject: string;
}

export interface TraceLine {
  stage: string;
  message: string;
  elapsed_ms: number;
}

export interface VerdictEvent {
  verdict: VerdictLabel;
  leaning?: Leaning | null;
  confidence: number;
  truthfulness_percent: number;
  reasoning: string;
  provisional?: boolean;
  /** Id of the part it is about, "" for the whole claim. */
  part?: string;
}

/** The answer in the reader's language, as far as the card draws it (docs/api.md, `view`). */
export interface AnswerView {
  language: string;
  certainty: string;
  says: string;
  parts: { certainty: string; says: string }[];
  missing: string[];
  change: string[];
  limits: { code: string; subject: string; words: string }[];
  copies: { text: string; markdown: string };
}

export interface VerifyResult extends VerdictEvent {
  /** Answers of earlier versions have none. */
  view?: AnswerView;
  claim: string;
  original_claim: string;
  /** The claim with its misspelt words as the pages spell them; "" or absent where there are none. */
  read_as?: string;
  claim_type: "FACTUAL" | "OPINION" | "MIXED" | "AMBIGUOUS";
  evidence_quality_percent: number;
  evidence: EvidenceItem[];
  sub_results: SubResult[];
  steps: string[];
  trace: TraceLine[];
  issues: Issue[];
  timings_ms: Record<string, number>;
  data_source: string;
  used_web_search: boolean;
  session_id: string;
  job_id: string;
  saved: boolean;
}

/** Why nothing can be shown. `retry_after_s` is in seconds; `hint` says what the reader can do. */
export interface Failure {
  kind:
    | "down"
    | "foreign"
    | "version"
    | "overloaded"
    | "lost"
    | "restarted"
    | "refused"
    | "token"
    | "request"
    | "too_long"
    | "nothing_selected"
    | "pdf"
    | "updated";
  message?: string;
  hint?: string;
  retry_after_s?: number;
  backend?: string;
  /** Versions: which was found, and which the extension is for. */
  found?: string;
  wanted?: string;
  /** Characters of a claim that is too long. */
  length?: number;
  /** Nothing was asked about a claim: a page was being read, or the history opened. */
  elsewhere?: boolean;
  /** HTTP status of a refusal (401 for a token that is missing or wrong), or of an answer without words. */
  status?: number;
}

export interface ClaimRequest {
  claim: string;
  /** `language` is what the page says of itself there, as BCP 47. `url` counts only from pages of our own. */
  context: { title: string; surrounding: string; language?: string; url?: string };
}

/** From a page to the worker, over a port named "verify". */
export type PortRequest =
  | ({ type: "start"; run: string; after: number; incognito?: boolean } & ClaimRequest)
  | ({ type: "hand-over"; run: string; incognito?: boolean } & ClaimRequest)
  | { type: "cancel" };

/** From the worker to a page, over that port. */
export type PortMessage =
  | { type: "event"; event: string; n: number; data: any }
  | { type: "failure"; failure: Failure }
  | { type: "waiting" }
  | { type: "restarted" }
  | { type: "beat" };

export interface Settings {
  backend: string;
  token: string;
  trigger: Reach["trigger"];
  offSites: string[];
  theme: Reach["theme"];
  /** A folder of _locales, or "auto" for the browser's language. */
  language: string;
  /** How a check begins; the card can change it for one claim. */
  mode: "main" | "deep";
  /** Whether answers enter the history, and what was found for them the knowledge base. */
  history: boolean;
  /** Ask the knowledge base only, whatever the backend may do. */
  offline: boolean;
}

/** A settings file that was read: what it holds and which settings are unknown, or what is wrong (and with which setting). */
export type SettingsFile =
  | { ok: true; settings: Partial<Settings>; unknown: string[] }
  | { ok: false; fault: "too_large" | "not_json" | "not_ours" | "newer" | "bad_value"; name?: string };

/** What a page needs to know before the reader asks for anything (shared/reach.js). */
export interface Reach {
  /** "button": bubble, context menu and shortcut; "menu": context menu and shortcut; "shortcut": it alone. */
  trigger: "button" | "shortcut" | "menu";
  /** Hosts without a bubble, each with its subdomains. */
  offSites: string[];
  theme: "auto" | "light" | "dark";
  words: Record<string, string>;
}

/** Files that are loaded into a page on demand, and the worker's messages that they answer. */
export interface Part {
  files: string[];
  answers: string[];
}

export interface Health {
  version: string;
  ready: boolean;
  kb_size: number;
}

export type StatusAnswer = { ok: true; health: Health; backend: string } | { ok: false; failure: Failure };

/** What the backend holds of a source (docs/api.md). `site` is the domain under which a reader's rating is kept. */
export interface SourceRating {
  site?: string;
  domain: string;
  tier: string;
  credibility: number;
  use: "support_ok" | "lead_only";
  source_type: string;
  rule: "reader" | "listed" | "suffix" | "unlisted";
  because: string;
}
export type SourceAction = "rate" | "list" | "set" | "remove";
export type SourceAnswer = { ok: true; data: unknown } | { ok: false; failure: Failure };

/** Everything the card shows, derived from messages by `model.reduce`. */
export interface CardState {
  phase: "working" | "done" | "failed";
  claim: string;
  stages: TraceLine[];
  evidence: EvidenceItem[];
  verdict: VerdictEvent | null;
  result: VerifyResult | null;
  failure: Failure | null;
  waiting: boolean;
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Point {
  left: number;
  top: number;
}

/** Held by its top or its bottom edge. */
export interface CardPlace {
  left: number;
  top?: number;
  bottom?: number;
  maxHeight: number;
  /** Where the place is narrower than the card's own width, or has one of its own. */
  width?: number;
}

/** Room beside the column that holds the selection. */
export interface Margin {
  side: "left" | "right";
  /** Where the column ends, in viewport pixels. */
  edge: number;
  /** From there to the window's end or to what stands there. */
  room: number;
}

/** Where a selection ends: its last line (or first, when selected backwards), in viewport pixels. */
export interface Ending {
  rect: Rect;
  backwards: boolean;
  rtl: boolean;
  touch?: boolean;
}

/** What the reader selected, as it was. `box` is all of it, `start` and `end` are the nodes at its ends. */
export interface Selected extends Ending {
  text: string;
  box: Rect;
  start: Node;
  end: Node;
  touch: boolean;
  byKeys: boolean;
}

/** What is done about selections: at the first one, when one rests, and when it goes. */
export interface Watching {
  begun(): void;
  rests(selected: Selected): void;
  gone(): void;
}

/** The bubble while it is shown: since `at`, in ms since 1970. `escape` is what the key does, `follow` what happens when the page moves; `put` places it anew. */
export interface Bubble {
  root: ShadowRoot;
  frame: HTMLElement;
  more: HTMLElement;
  selected: Selected;
  site: string;
  at: number;
  gone: AbortSignal;
  hide(): void;
  escape(): void;
  /** Says that the extension was updated under this page, in place of everything else. */
  lost(): void;
  follow(): void;
  put(ending?: Ending): void;
  end(): void;
}

export type Child = Node | string | null | undefined | false;
export interface Props {
  [name: string]: string | number | boolean | null | undefined | ((event: any) => void);
}

export interface ClientOptions {
  request: ClaimRequest;
  run: string;
  connect: () => chrome.runtime.Port;
  onMessage: (message: PortMessage) => void;
  isVisible: () => boolean;
  incognito?: boolean;
  wait?: (callback: () => void, ms: number) => number;
}
export interface Client {
  start(): void;
  retry(): void;
  close(cancel?: boolean): void;
  handOver(): void;
}

export interface CardActions {
  recheck: () => void;
  retry: () => void;
  openOptions: () => void;
  copy: (text: string) => Promise<boolean>;
}
export interface Card {
  element: HTMLElement;
  show(state: CardState): void;
}

/** One file of _locales: https://developer.chrome.com/docs/extensions/reference/api/i18n */
export type Messages = Record<string, { message: string; description?: string }>;
/** What takes the places $1 to $9 of a message. Numbers are written as the language does. */
export type Subs = string | number | (string | number)[];

export interface ClaimlightNamespace {
  i18n: {
    /** Folders of _locales with the languages' own names. */
    LANGUAGES: Record<string, string>;
    /** The message; an unknown key shows itself. */
    t(key: string, subs?: Subs): string;
    /** The form of the message for a count (key_one, key_other …); $1 is the count, `subs` go from $2 on. */
    plural(key: string, count: number, subs?: (string | number)[]): string;
    /** BCP 47 tag of the words shown. */
    language(): string;
    dir(): "ltr" | "rtl";
    number(value: number, options?: Intl.NumberFormatOptions): string;
    /** Name of a language in the language of the words shown. */
    languageName(tag: string): string;
    date(time: number | Date, options?: Intl.DateTimeFormatOptions): string;
    use(messages: Messages | null): void;
    choose(choice: string): Promise<void>;
    table(choice: string): Promise<Messages | null>;
    localise(page: Document): void;
  };
  text: {
    MIN_CLAIM: number;
    MAX_CLAIM: number;
    clean(value: unknown): string;
    short(value: unknown, limit: number): string;
    claimOf(selected: string): string;
    safeLink(url: string): string;
    hostOf(url: string): string;
    surrounding(block: string, claim: string): string;
  };
  settings: {
    DEFAULTS: Settings;
    parse(stored: Record<string, unknown>): Settings;
    backendAddress(value: unknown): string;
    /** Without the token. */
    load(): Promise<Settings>;
    token(): Promise<string>;
    save(change: Partial<Settings>): Promise<void>;
  };
  /** Only in the worker and the options. */
  vault?: {
    get(name: string): Promise<unknown>;
    set(name: string, value: string): Promise<void>;
    adopt(area: Pick<chrome.storage.StorageArea, "get" | "remove">, name: string): Promise<void>;
  };
  reach: {
    KEYS: string[];
    parse(stored: Record<string, any>): Reach;
    load(): Promise<Reach>;
    isOff(reach: { offSites: string[] }, host: string): boolean;
    siteOf(url: string): string;
  };
  parts: Record<string, Part>;
  load(part?: string): Promise<unknown>;
  answer(message: { type: string; until?: number }): Promise<unknown>;
  answers: Record<string, (message: any) => Promise<unknown>>;
  ready(): Promise<Settings>;
  surroundings(element: Element | null, blocks: string, claim: string): ClaimRequest["context"];
  check(selected: Selected): Promise<void>;
  migrations: {
    KEY: string;
    VERSION: number;
    versionOf(stored: Record<string, unknown>): number;
    migrate(stored: Record<string, unknown>): Record<string, unknown>;
    run(area: Pick<chrome.storage.StorageArea, "get" | "set" | "remove">): Promise<void>;
  };
  settingsFile: {
    write(settings: Settings, withToken: boolean): string;
    read(text: string): SettingsFile;
  };
  optionsPage: {
    find<T extends HTMLElement = HTMLInputElement>(id: string): T;
    note(id: string, text: string, good?: boolean): void;
    saved(): void;
    ask<T>(message: Record<string, unknown>): Promise<{ ok: true; data: T } | { ok: false; failure: Failure }>;
    download(name: string, text: string): void;
    twice(id: string, sure: string, act: () => void): void;
    draw(settings: Settings): Promise<void>;
    ready: Promise<Settings>;
  };
  words: {
    /** The label that is shown: of the verdict, or of its leaning. */
    grade(graded: Graded): string;
    /** The grade's key for colours, icon and words. */
    gradeKey(graded: Graded): string;
    /** The grade in the reader's language. */
    graded(graded: Graded): string;
    sure(graded: Graded): string;
    confidence(value: number): string;
    confidenceLine(value: number): string;
    publisher(item: EvidenceItem): string;
    verdictKey(label: string): string;
    /** A label in the reader's language. */
    verdict(label: string): string;
    verdictSays(label: string): string;
    phaseOf(stage: string): number;
    phases(): string[];
    /** What is being done at a stage, as a reader would say it. */
    stage(stage: string): string;
    /** Whether the verdict decides the claim. */
    firm(label: string): boolean;
    origin(origin: string): string;
    stance(stance: string): string;
    date(iso: string): string;
    dateLine(item: EvidenceItem): string;
    /** `shown` is the text as a quotation where it is `quoted`, else `kind` names what it is and `means` explains it. */
    said(item: EvidenceItem): { text: string; shown: string; quoted: boolean; kind: string; means: string };
    isHeadline(item: EvidenceItem): boolean;
    leadBecause(item: EvidenceItem): string;
    seconds(ms: number): string;
    dataSource(source: string): string;
    /** In the reader's language where that matters most, else as the backend says it. */
    issue(issue: Issue): string;
    start(port: number, platform?: string): string;
    rating(rating: SourceRating): string;
    failure(failure: Failure): { title: string; body: string; command?: string; action: string };
  };
  tokens: {
    light: Record<string, string>;
    dark: Record<string, string>;
    css(selector: string): string;
  };
  styles: { card: string; sheet(css: string): CSSStyleSheet };
  dom: {
    BACKEND: Readonly<Props>;
    h(tag: string, props?: Props | null, ...children: Child[]): HTMLElement;
    svg(tag: string, attributes: Record<string, string | number>, ...children: SVGElement[]): SVGElement;
    icon(name: string, size?: number): SVGElement;
    trusted(handler: (event: Event) => void): (event: Event) => void;
    link(url: string, props: Props, ...children: Child[]): HTMLElement;
    copyText(text: string, root: ParentNode): Promise<boolean>;
    copyButton(text: () => string, props: Props, copy: (text: string) => Promise<boolean>, ...children: Child[]): HTMLElement;
  };
  model: {
    initial(claim: string): CardState;
    reduce(state: CardState, message: PortMessage): CardState;
  };
  client: { create(options: ClientOptions): Client; runId(): string };
  place: {
    button(ending: Ending, size: Size, viewport: Size): Point;
    clamp(point: Point, size: Size, viewport: Size): Point;
  };
  placeCard(rect: Rect | null, width: number, viewport: Size, margins?: Margin[], chosen?: number): CardPlace;
  stretchOf(rect: Rect, viewport: Size): { top: number; bottom: number; maxHeight: number };
  margins(node: Node, box: Rect, viewport: Size): Margin[];
  host: {
    make(tag: string): HTMLElement;
    create(css: string, theme: string): { host: HTMLElement; root: ShadowRoot; frame: HTMLElement; fit(): void; remove(): void };
  };
  selection: {
    /** An element's property, or what its method says, whatever the page's forms call their fields. */
    ask<K extends keyof HTMLElement>(
      node: Node, what: K, ...how: unknown[]
    ): HTMLElement[K] extends (...how: any) => infer Said ? Said : HTMLElement[K];
    measure(): (Ending & { box: Rect; start: Node; end: Node }) | null;
    outwards<T>(node: Node | null | undefined, find: (around: Element) => T): T | null;
    rootOf(node: Node | null | undefined): ShadowRoot | null;
    read(): Selected | null;
    readHere(): Selected | null;
    watch(tell: Watching, until: AbortSignal): void;
  };
  bubble: { show(selected: Selected, reach: Reach, on: { site: string; check: () => Promise<void> }): void; hide(): void; now(): Bubble | null };
  bubbleFollow: { attend(bubble: Bubble): void };
  bubbleMenu: { open(bubble: Bubble): Promise<void> | void };
  overlay: {
    /** `node`: a node that the selection stands in, so that the card can stay with it. */
    open(request: ClaimRequest, box: Rect | null, theme: string, node?: Node | null): Promise<void>;
    fail(failure: Failure, theme: string, box?: Rect | null): Promise<void>;
    close(): void;
  };
}

declare global {
  interface Selection {
    getComposedRanges?(options: { shadowRoots: ShadowRoot[] }): StaticRange[];
  }
  // eslint-disable-next-line no-var
  var Claimlight: ClaimlightNamespace;
  // eslint-disable-next-line no-var
  var __claimlightStarted: boolean | undefined;
}
