/** Types of the card's views and of the card's window on a page. */
import type {
  CardPlace, CardState, EvidenceItem, Graded, Issue, Numbered, Rect, Size, Stance, SubResult, VerdictEvent, VerifyResult,
} from "./types";

declare module "./types" {
  /** How far to search: "main" stops when the evidence is sufficient, "deep" continues (docs/api.md, `options.mode`). */
  type Mode = "main" | "deep";

  /** The weight of a source as log-odds, positive if the source supports the claim. */
  interface Voice {
    domain: string;
    /** The publisher's name if known. Answers from earlier versions lack the name. */
    publisher?: string;
    passage: string;
    log_odds: number;
  }
  interface Belief {
    log_odds: number;
    probability: number;
    voices?: Voice[];
  }
  /** Sentences from the backend; `missing` contains phrases instead. */
  interface Explanation {
    found: string;
    sources: string;
    missing?: string[];
    change?: string[];
    /** Statements from older sources. Answers from earlier versions lack this field. */
    past?: { kind: "was_true" | "was_false" | "changed"; published: string; domain: string; publisher: string }[];
  }
  interface SubResult {
    explanation?: Explanation;
    belief?: Belief;
  }
  interface VerifyResult {
    explanation?: Explanation | null;
    belief?: Belief;
    page?: { url: string; title: string; surrounding?: string };
    trust?: { coverage: number; diversity: number; agreement: number; trust_post: number };
    fingerprint?: { version?: string; verifier?: string };
  }
  interface ClaimRequest {
    mode?: Mode;
  }

  /** The stored form of a verdict that the user reported as wrong. `expected` is the verdict that the user considers right, "" if unknown. */
  interface Report {
    at: string;
    claim: string;
    verdict: string;
    confidence: number;
    expected: string;
    note: string;
    page: string;
    version: string;
    evidence: { source: string; stance: Stance; quote: string; verbatim: boolean }[];
  }

  /** Optional actions. The card offers only the actions that are present. */
  interface CardActions {
    reload?: () => void;
    close?: () => void;
    mode?: () => Mode;
    setMode?: (mode: Mode) => void;
    /** Checks an edited claim instead of the current one. */
    edit?: (claim: string) => void;
    report?: (result: VerifyResult, said: { expected: string; note: string }) => Promise<void>;
  }

  /** Numbers of firm verdicts whose confidence is between `from` (inclusive) and `to`: all (`given`) and correct ones (`right`). */
  interface CalibrationLevel {
    from: number;
    to: number;
    given: number;
    right: number;
  }

  /** The card's size as last chosen by the user. A size of 0 means the default. */
  interface Shape {
    width: number;
    height: number;
    small: boolean;
  }
  /** The selection's box, and a node in the selection whose movement the card follows. */
  interface Anchor {
    box: Rect | null;
    node: Node | null;
  }
  /** Callbacks of a drag. `to` receives the distance from the start of the drag in pixels. */
  interface Grip {
    begin(): void;
    to(dx: number, dy: number): void;
    end(): void;
  }
  interface Placing {
    settle(): void;
    again(): void;
    pin(): DOMRect;
    put(place: CardPlace): void;
  }
  /** `close` is called when the card closes, preceded by `thrownOut` if the page has removed the card permanently. */
  interface WindowEnds {
    close(): void;
    thrownOut?(): void;
  }
  interface CardWindow {
    root: ShadowRoot;
    frame: HTMLElement;
    body: HTMLElement;
    tools: HTMLElement;
    pill: HTMLElement;
    close(): void;
  }

  interface ClaimlightNamespace {
    passage: { link(url: string, quote: string, around?: string): string };
    calibration: {
      /** The verifier that was evaluated, as named in a result's fingerprint. */
      VERIFIER: string;
      CLAIMS: number;
      LEVELS: CalibrationLevel[];
      FEWEST: number;
      levelOf(confidence: number): CalibrationLevel | null;
    };
    copy: { asText(result: VerifyResult): string; asMarkdown(result: VerifyResult): string };
    review: {
      claimReview(result: VerifyResult, now?: Date): Record<string, unknown>;
      asClaimReview(result: VerifyResult): string;
      asJson(result: VerifyResult): string;
    };
    reports: {
      MOST: number;
      LONGEST_NOTE: number;
      reportOf(result: VerifyResult, said: { expected: string; note: string }, now?: Date): Report;
      list(): Promise<Report[]>;
      add(result: VerifyResult, said: { expected: string; note: string }): Promise<void>;
      clear(): Promise<void>;
      /** Returns the content of the exported file with all reports. */
      asJson(): Promise<string>;
    };
    stylesMore: { card: string };
    sentence: {
      /** One sentence about a claim or a part of a claim, naming the publishers. */
      found(graded: Graded, evidence: EvidenceItem[]): string;
      headline(graded: Graded, parts?: SubResult[]): string;
      /** Whether an undecided claim has a confirmed part. */
      mixed(graded: Graded, parts: SubResult[]): boolean;
      summary(result: VerifyResult): string;
      /** The statements from older sources, as sentences. */
      past(explanation: Explanation | null | undefined): string;
    };
    viewCalibration: { explained(result: VerifyResult): HTMLElement | null };
    viewLead: {
      lead(result: VerifyResult): HTMLElement | null;
      ofParts(result: VerifyResult): Numbered[][];
    };
    viewEvidence: {
      card(item: EvidenceItem, n: number, alone?: boolean): HTMLElement;
      list(numbered: Numbered[], above: Set<Stance>): HTMLElement;
      found(evidence: EvidenceItem[]): HTMLElement;
      reveal(within: ParentNode, n: number): void;
    };
    viewClaim: { claim(state: CardState, actions: CardActions): HTMLElement };
    viewVerdict: {
      /** The certainty of the grade in words, without a percentage, or "" if nothing is decided. */
      sureLine(graded: Graded, result?: VerifyResult | null): string;
      meter(label: string, value: string, percent: number, kind: string): HTMLElement;
      /** `result` is the complete answer, if already available. */
      headline(verdict: VerdictEvent, result?: VerifyResult | null): HTMLElement;
      reasoning(text: string, evidenceCount: number, onCite: (n: number) => void): HTMLElement;
    };
    viewNotices: {
      applying(issues: Issue[]): { key: string } | null;
      checkable(result: VerifyResult): boolean;
      mayRecover(result: VerifyResult | null): boolean;
      notice(result: VerifyResult, actions: CardActions): HTMLElement | null;
      warnings(result: VerifyResult): HTMLElement | false;
      rest(result: VerifyResult): HTMLElement | null;
    };
    viewDecided: {
      chart(belief: Belief | undefined, firm: boolean, about?: string): HTMLElement | null;
      scores(result: VerifyResult): HTMLElement | null;
      decided(result: VerifyResult, cite: (n: number) => void): HTMLElement;
    };
    viewTools: { tools(result: VerifyResult, actions: CardActions): HTMLElement };
    viewDetails: {
      progress(state: CardState): HTMLElement;
      parts(result: VerifyResult): HTMLElement;
      outlook(result: VerifyResult): (HTMLElement | false)[];
      next(result: VerifyResult, actions: CardActions): HTMLElement | null;
      footer(result: VerifyResult): HTMLElement;
    };
    viewFailure: { panel(failure: Failure, actions: CardActions): HTMLElement };
    view: { create(actions: CardActions): Card; announcement(state: CardState): string };
    follow: {
      follow(place: CardPlace, moved: { dx: number; dy: number }, size: Size, viewport: Size, chosen?: number): CardPlace;
      extent(chosen: Size, place: CardPlace, viewport: Size): { width: string; height: string; maxHeight: string };
      sized(size: Size, viewport: Size): Size;
    };
    shape: { DEFAULT: Shape; parse(stored: unknown): Shape; load(): Promise<Shape>; save(shape: Shape): Promise<void> };
    hands: { byPointer(element: HTMLElement, grip: Grip, not?: string): void; byKeys(element: HTMLElement, grip: Grip): void };
    placing: {
      start(ours: { frame: HTMLElement; fit(): void }, anchor: Anchor, shape: Shape): Placing;
      grips(frame: HTMLElement, place: Placing, shape: Shape): { move: Grip; resize: Grip };
    };
    /** Restores the element when the page removes it. Calls `lost` and stops if the page keeps removing it. */
    keep(host: HTMLElement, frame: HTMLElement, moved: () => void, lost: () => void): () => void;
    leave(node: Node | null, left: () => void): () => void;
    window: {
      open(anchor: Anchor, kept: Shape, theme: string, on: WindowEnds): CardWindow;
      iconButton(name: string, label: string, click: () => void): HTMLElement;
    };
  }
}
