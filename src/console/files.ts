/** Files that people save, recorded in the audit trail before the first line and after the last one. */
import { FilesBusy } from '../platform/limits/index.ts';
import { type AtMerchant, type ConsoleAudit, recordAtMerchant } from './audit.ts';

/** The text of a file, in parts that are made while the browser reads. */
export interface ConsoleFile {
  readonly contentType: string;
  readonly fileName: string;
  /** The first part. */
  readonly first: string;
  /** Those after it. */
  readonly parts: AsyncIterable<string>;
}

export interface RecordedFile {
  /** The contents, for the audit trail: `orders`. */
  readonly of: string;
  /** Further details of the entry before the file: no text that may name a payer. */
  readonly details: Readonly<Record<string, unknown>>;
  /** @throws FilesBusy */
  readonly write: () => Promise<ConsoleFile>;
}

/**
 * @returns undefined if too many files are being written
 * @throws AuditError if it cannot be recorded; no line is written then
 */
export async function recordedFile(
  audit: ConsoleAudit,
  by: Omit<AtMerchant, 'action'>,
  { of, details, write }: RecordedFile,
): Promise<ConsoleFile | undefined> {
  const record = (state: string, more = {}) =>
    recordAtMerchant(audit, { ...by, action: 'console file' }, { state, of, ...more });
  await record('BEGUN', details);
  try {
    const file = await write();
    return { ...file, parts: withEnd(file.parts, () => record('DONE')) };
  } catch (error) {
    if (!(error instanceof FilesBusy)) {
      throw error;
    }
    await record('REFUSED');
    return undefined;
  }
}

async function* withEnd(parts: AsyncIterable<string>, end: () => Promise<void>): AsyncGenerator<string, undefined> {
  yield* parts;
  await end();
}
