/**
 * Re-encrypts every row that is not encrypted under the key in use. Each row contains the id of its key, so the
 * remaining work is known at any moment, even after an interruption.
 */

import { sealedKeyText, sealedSecrets } from '../../../core/index.ts';
import type { SealedRecords, SealedRow, StoredProfile } from '../../../core/ports/index.ts';
import { Vault } from '../index.ts';
import { type Pace, type ReportProgress, throttleProgress, writePaced } from './pace.ts';
import { pages } from './pages.ts';
import type { KindOfRows } from './ports.ts';

export interface RehashParts {
  readonly vault: Vault;
  readonly records: SealedRecords;
  readonly pace: Pace;
  readonly progress: ReportProgress;
}

export interface ResealParts extends RehashParts {
  readonly kinds: readonly KindOfRows[];
}

export interface ResealReport {
  readonly rows: number;
  /** One sentence for each row or secret of a profile that cannot be decrypted, and stays unchanged. */
  readonly problems: readonly string[];
}

/**
 * Maximum number of passes. Each pass finds the rows that were written during the previous pass; the second finds
 * almost none.
 */
const PASSES_MAX = 20;

/**
 * @throws Error if rows are still encrypted under other keys after many passes, because an older process keeps writing
 *   them
 */
export async function reseal(parts: ResealParts): Promise<ResealReport> {
  let rows = 0;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const problems: string[] = [];
    let found = await resealProfiles(parts, problems);
    for (const kind of parts.kinds) {
      found += await resealKind(parts, kind, problems);
    }
    rows += found;
    if (found === 0) {
      return { rows, problems };
    }
  }
  throw new Error('Rows are sealed under an older key again and again: an older process must be running.');
}

async function resealKind(parts: ResealParts, kind: KindOfRows, problems: string[]): Promise<number> {
  const { vault, records, pace, progress } = parts;
  let found = 0;
  const say = throttleProgress(pace, progress);
  for await (const page of pages((after, limit) => records.page(kind.kind, after, limit))) {
    await vault.refresh();
    const todo = page.flatMap((row) => resealRow(vault, kind, row, problems));
    const before = found;
    await writePaced(
      pace,
      todo,
      ({ row, sealed }) => records.replace(kind.kind, row, sealed),
      (done) => say(`${kind.name}: ${before + done} sealed anew`),
    );
    found += todo.length;
  }
  if (found > 0) {
    progress(`${kind.name}: ${found} sealed anew, all that were left`);
  }
  return found;
}

interface ResealedRow {
  readonly row: SealedRow;
  readonly sealed: Uint8Array;
}

function resealRow(
  vault: Vault,
  { kind, name, place }: KindOfRows,
  row: SealedRow,
  problems: string[],
): readonly ResealedRow[] {
  if (row.sealed === null || Vault.keyOf(row.sealed) === vault.sealKeyId) {
    return [];
  }
  if (!vault.isSealedByDataKey(row.sealed) && kind === 'SESSION_SENSITIVE') {
    return [];
  }
  try {
    return [{ row, sealed: vault.seal(vault.open(row.sealed, place(row)), place(row)) }];
  } catch (error) {
    problems.push(`${name}: row ${row.key} does not open: ${(error as Error).message}`);
    return [];
  }
}

async function resealProfiles({ vault, records, progress }: ResealParts, problems: string[]): Promise<number> {
  let found = 0;
  for (const stored of await records.profiles()) {
    const profile = profileAnew(vault, stored, problems);
    if (profile !== stored.profile) {
      await records.replaceProfile(stored, profile);
      found += 1;
    }
  }
  if (found > 0) {
    progress(`profiles: ${found} sealed anew`);
  }
  return found;
}

/** Replaces the secrets in the JSON text, so that the rest of the profile stays unchanged. */
function profileAnew(vault: Vault, stored: StoredProfile, problems: string[]): string {
  return secretsIn(stored)
    .filter(({ sealed }) => Vault.keyOf(sealed) !== vault.sealKeyId)
    .reduce((text, { text: before, member, sealed, place }) => {
      try {
        if (place === undefined) {
          throw new Error('this version does not know what it is for');
        }
        const after = sealedKeyText(vault.seal(vault.open(sealed, place), place));
        return text.replaceAll(JSON.stringify(before), JSON.stringify(after));
      } catch (error) {
        problems.push(`profiles: ${member} of ${stored.id} does not open: ${(error as Error).message}`);
        return text;
      }
    }, stored.profile);
}

export function secretsIn({ id, profile }: StoredProfile) {
  return sealedSecrets(id, JSON.parse(profile)).map((secret) => ({
    ...secret,
    sealed: Buffer.from(secret.text.slice(secret.text.indexOf(':') + 1), 'base64'),
  }));
}
