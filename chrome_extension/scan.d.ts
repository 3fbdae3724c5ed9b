/** Types of the page scan and the side panel (docs/api.md, "Scanning a page"). */
import type { Failure, Issue, Leaning, Point, VerdictLabel } from "./types";

/** A passage with some of the text before and after it, as in the Web Annotation model's TextQuoteSelector. */
export interface Quote {
  exact: string;
  prefix: string;
  suffix: string;
}

/** A text node, and the offset in the block at which the node's text begins. */
export interface Piece {
  node: Text;
  at: number;
}

/** A paragraph of the page. Its text has the same length as the texts of its nodes together, so offsets are valid in both. */
export interface Block {
  element: Element;
  text: string;
  pieces: Piece[];
}

/** The text and metadata that a page provides for a scan. `page` identifies the current visit. */
export interface Collected {
  page: string;
  url: string;
  title: string;
  language: string;
  blocks: string[];
}

/** The position of a sentence, in UTF-16 code units of its block. */
export interface Span {
  block: number;
  start: number;
  end: number;
}

export type Mark = "found" | "busy" | "true" | "false" | "partial" | "misleading" | "probably_true" | "probably_false" | "probably_partial" | "unknown" | "opinion";

/** `found` means not checked yet. `gone` means that the page has changed and no longer contains the sentence. */
export type CheckState = "found" | "queued" | "running" | "done" | "failed" | "gone";

export interface ScanClaim extends Span {
  id: string;
  text: string;
  /** The claim with its context. */
  surrounding: string;
  score: number;
  claim_type: "FACTUAL" | "MIXED" | null;
  rank: number;
  state: CheckState;
  run: string;
  verdict: VerdictLabel | "";
  leaning?: Leaning | null;
  confidence: number;
  /** The id of the answer in the history, or "" if the history does not contain the answer. */
  session: string;
}

/** One tab's scan, in chrome.storage.session. With `incognito`, its claims are never saved in the history. `page` and `url` are empty
 * until the page's text has been read. */
export interface ScanRecord {
  phase: "reading" | "done" | "failed";
  /** Identifies this scan among all scans of the tab. */
  scan: string;
  page: string;
  url: string;
  title: string;
  language: string;
  understood: boolean;
  sentences: number;
  claims: ScanClaim[];
  issues: Issue[];
  incognito: boolean;
  at: number;
  failure: Failure | { kind: "unreadable" | "empty" } | null;
}

/** A claim for the panel to check. It comes from the context menu where no card can be shown or, if `moved`, from a card that
 * the page removed. `run` is a check to resume. */
export interface PendingClaim {
  claim: string;
  title: string;
  url: string;
  incognito: boolean;
  at: number;
  run?: string;
  mode?: Mode;
  surrounding?: string;
  language?: string;
  moved?: boolean;
}

export interface HistoryEntry {
  number: number;
  session_id: string;
  time: string;
  claim: string;
  verdict: VerdictLabel;
  leaning?: Leaning | null;
  confidence: number;
  page_url: string;
  /** Whether the answer is based on a fact-check that an earlier version misread. */
  before_correction: boolean;
}

declare module "./types" {
  interface ClaimlightNamespace {
    blocks: {
      MOST_TEXT: number;
      collect(page: Document, whole?: boolean): Block[];
      range(block: Block, start: number, end: number): Range | null;
    };
    anchor: {
      quoteOf(text: string, start: number, end: number): Quote;
      quoteFrom(surrounding: string, claim: string): Quote;
      find(text: string, quote: Quote): { start: number; end: number; how: "exact" | "normalised" | "fuzzy" } | null;
    };
    marks: {
      put(id: string, range: Range, mark: Mark): void;
      change(id: string, mark: Mark): void;
      remove(id: string): void;
      clear(): void;
      at(point: Point): string;
      rangeOf(id: string): Range | undefined;
      markOf(id: string): Mark | undefined;
      flash(id: string): void;
      ids(): string[];
    };
    chip: {
      /** Updates the counts of checked marks. `opens` shows the answer for a mark. */
      update(opens: (id: string) => void): Promise<unknown>;
      /** Moves to the next checked mark (1) or to the previous one (-1). */
      lead(way: number): boolean;
      end(): void;
    };
    answers: Record<string, (message: any) => Promise<unknown> | unknown>;
  }
}
