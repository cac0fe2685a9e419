/**
 * The monthly pieces of the archive, independent of their storage. A text in a piece can be found only by its marker.
 */

/** A transaction's request and outcome, as the store has them. */
export interface Texts {
  readonly request: string;
  readonly outcome: string;
}

export interface CopiedTexts extends Texts {
  readonly transactionKey: number;
  readonly copyKey: number;
}

export interface PieceSummary {
  readonly month: string;
  /** The location of the piece for the operator: a file's path, or a table's name. */
  readonly place: string;
  readonly transactions: number;
}

export interface ArchivePieces {
  has(month: string): Promise<boolean>;
  /** Resolves when the rows are durable. */
  write(month: string, rows: readonly CopiedTexts[]): Promise<void>;
  /** @returns undefined if the piece, or the copy in it, is missing */
  read(month: string, transactionKey: number, copyKey: number): Promise<Texts | undefined>;
  /** Replaces the texts of these transactions in every copy of every piece. */
  rewrite(rows: readonly ({ readonly transactionKey: number } & Texts)[]): Promise<void>;
  /** Removes a copy that markers do not refer to. */
  remove(month: string, copyKey: number, transactionKeys: readonly number[]): Promise<void>;
  summaries(): Promise<PieceSummary[]>;
}

/** The first character of a marker. Stored texts are JSON, so they cannot begin with this character. */
const SIGN = '@';
const MARKER = /^@(\d{4}-\d\d)\/(\d+)\/(\d+)$/;

export interface CopyPlace {
  readonly month: string;
  readonly transactionKey: number;
  readonly copyKey: number;
}

export function markerOf({ month, transactionKey, copyKey }: CopyPlace): string {
  return `${SIGN}${month}/${transactionKey}/${copyKey}`;
}

/** @returns undefined for a text that is not a marker */
export function placeOf(text: unknown): CopyPlace | undefined {
  if (typeof text !== 'string' || !text.startsWith(SIGN)) {
    return undefined;
  }
  const [, month, transactionKey, copyKey] = MARKER.exec(text) ?? [];
  return month === undefined ? undefined : { month, transactionKey: Number(transactionKey), copyKey: Number(copyKey) };
}

const MONTH_CHARACTERS = 7;

/** @param at milliseconds since 1970 @returns the month in UTC, such as `2026-03` */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, MONTH_CHARACTERS);
}
