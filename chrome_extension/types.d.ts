/** Types shared by the worker, content scripts and our pages. The types of the API are documented in docs/api.md. */

export type VerdictLabel =
  | "True"
  | "False"
  | "Partially True"
  | "Misleading"
  | "Not Enough Evidence"
  | "Not Verifiable";
/** The leaning of an undecided claim. */
export interface Leaning {
  label: "Probably true" | "Probably false" | "Probably partly true";
  probability: number;
}
/** Any object with a grade: an answer, a part of an answer, or the summary stored in lists. */
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
  /** Name or domain of the publisher. Answers from earlier versions lack this field. */
  publisher?: string;
  published: string;
  origin: "kb" | "web" | "fact_check";
  kind: "seed" | "snippet" | "article" | "handout" | "review" | "record";
  /** Whether the text was read on the page that it names. Only such text is shown as a quotation. */
  verbatim: boolean;
  tier: string;
  stars: number;
  score: number;
  relevance: number;
  stance: Stance;
  quarantined: boolean;
  lead_only: boolean;
  /** Values by name. `past` is the former stance of a passage that is now too old: 1 for the claim, -1 against it. */
  signals?: Record<string, number>;
}

/** The parts of the backend's view of one piece of evidence that the extension uses. */
export interface EvidenceView {
  words: string;
  publisher: string;
}

/** Evidence with the number that the reasoning uses for it. */
export interface Numbered {
  item: EvidenceItem;
  n: number;
}

export interface SubResult {
  claim: string;
  /** Ids of the part's evidence. Answers from earlier versions lack these ids. */
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
  /** Id of the part that the verdict is about, "" for the whole claim. */
  part?: string;
}

/** The answer in the user's language, ready to be drawn (docs/api.md, `view`). */
export interface AnswerView {
  language: string;
  grade: { key: string; words: string };
  certainty: string;
  says: string;
  /** Numbers of the evidence to show first, counted from 1. */
  best: number[];
  evidence: EvidenceView[];
  parts: { certainty: string; says: string; best: number[] }[];
  missing: string[];
  change: string[];
  limits: { code: string; subject: string; words: string }[];
  copies: { text: string; markdown: string };
}

export interface VerifyResult extends VerdictEvent {
  /** Answers from earlier versions lack this field. */
  view?: AnswerView;
  claim: string;
  original_claim: string;
  /** The claim with misspelt words corrected; "" or absent if no words are misspelt. */
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

/** Why there is no answer. `hint` says what the user can do. */
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
  /** The version that was found, and the version that the extension requires. */
  found?: string;
  wanted?: string;
  /** Number of characters of a claim that is too long. */
  length?: number;
  /** Whether the failure occurred while no claim was being checked, for example during a scan. */
  elsewhere?: boolean;
  /** HTTP status of a refusal (401 for a missing or wrong token), or of an error response without a message. */
  status?: number;
}

export interface ClaimRequest {
  claim: string;
  /** `language` is the language declared by the page, as BCP 47. `url` is accepted only from our own pages. */
  context: { title: string; surrounding: string; language?: string; url?: string };
}

/** A message from a page to the worker, over a port named "verify". */
export type PortRequest =
  | ({ type: "start"; run: string; after: number; incognito?: boolean } & ClaimRequest)
  | ({ type: "hand-over"; run: string; incognito?: boolean } & ClaimRequest)
  | { type: "cancel" };

/** A message from the worker to a page, over the same port. */
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
  /** The default mode of a check; the card can change it for one claim. */
  mode: "main" | "deep";
  /** Whether answers are added to the history, and their evidence to the knowledge base. */
  history: boolean;
  /** Whether to search only the knowledge base, even if the backend may search the web. */
  offline: boolean;
}

/** The result of reading a settings file: its settings and the names of unknown settings, or the fault and the setting that caused it. */
export type SettingsFile =
  | { ok: true; settings: Partial<Settings>; unknown: string[] }
  | { ok: false; fault: "too_large" | "not_json" | "not_ours" | "newer" | "bad_value"; name?: string };

/** The settings that a page needs before the user requests anything (shared/reach.js). */
export interface Reach {
  /** "button" enables the button, the context menu and the shortcut; "menu" the last two; "shortcut" only the shortcut. */
  trigger: "button" | "shortcut" | "menu";
  /** Hosts without a button, each including its subdomains. */
  offSites: string[];
  theme: "auto" | "light" | "dark";
  words: Record<string, string>;
}

/** Files that are loaded into a page on demand, and the messages from the worker that these files handle. */
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

/** The backend's rating of a source (docs/api.md). `site` is the domain under which the user's own rating is stored. */
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

/** The data that the card shows, derived from messages by `model.reduce`. */
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

/** The card's position, defined by its top or its bottom edge. */
export interface CardPlace {
  left: number;
  top?: number;
  bottom?: number;
  maxHeight: number;
  /** The card's width at this position, if it is not the default width. */
  width?: number;
}

/** Free space beside the column that contains the selection. */
export interface Margin {
  side: "left" | "right";
  /** The edge of the column in viewport pixels. */
  edge: number;
  /** The distance from `edge` to the edge of the window or to the next element. */
  room: number;
}

/** The end of a selection: its last line, or the first line of a backward selection, in viewport pixels. */
export interface Ending {
  rect: Rect;
  backwards: boolean;
  rtl: boolean;
  touch?: boolean;
}

/** The user's selection. `box` is its bounding box; `start` and `end` are the nodes at its ends. */
export interface Selected extends Ending {
  text: string;
  box: Rect;
  start: Node;
  end: Node;
  touch: boolean;
  byKeys: boolean;
}

/** Handlers for the first selection, for a selection that no longer changes, and for a cleared selection. */
export interface Watching {
  begun(): void;
  rests(selected: Selected): void;
  gone(): void;
}

/** The button, shown since `at` (ms since 1970). `escape` handles the Escape key, `follow` scrolling and resizing; `put` updates the
 * button's position. */
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
  /** Replaces the content with the message that the extension was updated while this page was open. */
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
/** The values for $1 to $9 of a message. Numbers are formatted for the language. */
export type Subs = string | number | (string | number)[];

export interface ClaimlightNamespace {
  i18n: {
    /** The folders of _locales with the languages' own names. */
    LANGUAGES: Record<string, string>;
    /** Returns the message. An unknown key is returned unchanged. */
    t(key: string, subs?: Subs): string;
    /** Returns the plural form of a message for a count (key_one, key_other …). $1 is the count; `subs` start at $2. */
    plural(key: string, count: number, subs?: (string | number)[]): string;
    /** Returns the BCP 47 tag of the current messages. */
    language(): string;
    dir(): "ltr" | "rtl";
    number(value: number, options?: Intl.NumberFormatOptions): string;
    /** Returns the name of a language in the current language. */
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
    /** Loads the settings without the token. */
    load(): Promise<Settings>;
    token(): Promise<string>;
    save(change: Partial<Settings>): Promise<void>;
  };
  /** Present only in the worker and on the options page. */
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
    setView(item: EvidenceItem, view: EvidenceView): void;
    /** The label to show: the verdict's label or, if there is a leaning, the leaning's label. */
    grade(graded: Graded): string;
    /** The grade's key for colours, icon and messages. */
    gradeKey(graded: Graded): string;
    /** The grade in the user's language. */
    graded(graded: Graded): string;
    sure(graded: Graded): string;
    confidence(value: number): string;
    confidenceLine(value: number): string;
    publisher(item: EvidenceItem): string;
    verdictKey(label: string): string;
    /** A label in the user's language. */
    verdict(label: string): string;
    verdictSays(label: string): string;
    phaseOf(stage: string): number;
    phases(): string[];
    /** A description of a stage in the user's language. */
    stage(stage: string): string;
    /** Whether the verdict decides the claim. */
    firm(label: string): boolean;
    origin(origin: string): string;
    stance(stance: string): string;
    /** The stance of one passage, which may be too old to have a stance now. */
    stanceOf(item: EvidenceItem): string;
    date(iso: string): string;
    dateLine(item: EvidenceItem): string;
    /** `shown` is the text to show, as a quotation if `quoted`. Otherwise, `kind` names the kind of text and `means` explains the kind. */
    said(item: EvidenceItem): { text: string; shown: string; quoted: boolean; kind: string; means: string };
    isHeadline(item: EvidenceItem): boolean;
    leadBecause(item: EvidenceItem): string;
    seconds(ms: number): string;
    dataSource(source: string): string;
    /** The sentence of an issue, translated for issues about the language, otherwise in the backend's words. */
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
    finished(result: VerifyResult): CardState;
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
    /** Returns an element's property, or the result of its method, even if form fields of the page shadow the name. */
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
    /** `node` is a node in the selection, so that the card can follow the text. */
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
