/** The archive's monthly pieces, whatever they are stored in. What lies in one is found by a marker alone. */

/**
 * PENDING: it is being written, and no marker names it. ARCHIVED: markers name it. STALE: so they did when the order's
 * customer was erased, which the piece has not heard of. DROPPED: no marker will ever name it.
 */
export type CopyState = 'ARCHIVED' | 'DROPPED' | 'PENDING' | 'STALE';

/** What a transaction says: the request and the outcome, as the store has them. */
export interface Texts {
  readonly request: string;
  readonly outcome: string;
}

export interface Copied extends Texts {
  readonly transactionKey: number;
  readonly copyKey: number;
}

export interface PieceSummary {
  readonly month: string;
  /** What the operator finds it under: a file's path, or a table's name. */
  readonly place: string;
  readonly transactions: number;
}

export interface ArchivePieces {
  /** Whether there is such a piece. */
  has(month: string): Promise<boolean>;
  /** Durable when it resolves. Rejects with whatever keeps it from being written. */
  write(month: string, rows: readonly Copied[]): Promise<void>;
  /** @returns undefined where the piece, or the copy in it, is not there */
  read(month: string, transactionKey: number, copyKey: number): Promise<Texts | undefined>;
  /** Puts other texts in the place of what every copy in any piece says of these transactions. */
  rewrite(rows: readonly ({ readonly transactionKey: number } & Texts)[]): Promise<void>;
  /** Removes a copy that no marker names. */
  remove(month: string, copyKey: number, transactionKeys: readonly number[]): Promise<void>;
  summaries(): Promise<PieceSummary[]>;
}

/** Stands in the place of a text that went to a piece. No text that is stored begins with this sign: all are JSON. */
const SIGN = '@';
const MARKER = /^@(\d{4}-\d\d)\/(\d+)\/(\d+)$/;

export interface Place {
  readonly month: string;
  readonly transactionKey: number;
  readonly copyKey: number;
}

export function markerOf({ month, transactionKey, copyKey }: Place): string {
  return `${SIGN}${month}/${transactionKey}/${copyKey}`;
}

/** @returns undefined for a text that is itself */
export function placeOf(text: unknown): Place | undefined {
  if (typeof text !== 'string' || !text.startsWith(SIGN)) {
    return undefined;
  }
  const [, month, transactionKey, copyKey] = MARKER.exec(text) ?? [];
  return month === undefined ? undefined : { month, transactionKey: Number(transactionKey), copyKey: Number(copyKey) };
}

const MONTH_CHARACTERS = 7;

/** @param at milliseconds since 1970 @returns `2026-03`, of UTC */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, MONTH_CHARACTERS);
}
