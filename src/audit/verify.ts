/**
 * Verifies the audit trail: every entry by its own hash, its link to the one before it, the heads that were written
 * outside the database, and the table of unmasked card numbers beside it. Each finding says which entry.
 */
import { type AuditEntry, type ChainHead, entryHash, GENESIS } from './entry.ts';
import { type HeadProblems, HeadReader } from './heads.ts';
import type { AuditEntries, HeadLine } from './ports.ts';
import { UNMASK, unmaskingProblems } from './unmaskings.ts';

/** Entries in memory at a time. */
const PAGE = 1_000;
/** Where a whole table was changed, the first say enough. */
const FINDINGS_MAX = 1_000;

export type FindingKind =
  | 'ADDED'
  | 'CHANGED'
  | 'CUT'
  | 'MOVED'
  | 'REMOVED'
  | 'REWRITTEN'
  | 'UNLINKED'
  | 'UNMASKING_ADDED'
  | 'UNMASKING_CHANGED'
  | 'UNMASKING_REMOVED';

export interface Finding {
  readonly kind: FindingKind;
  /** Of the entry, or of the first of several. */
  readonly sequence: number;
  /** For the operator. */
  readonly says: string;
}

export interface Verification {
  /** Where the chain ends. */
  readonly head: ChainHead;
  readonly findings: readonly Finding[];
  /** What is no finding, and worth knowing. */
  readonly notes: readonly string[];
}

/**
 * Beside processes that append, too: what they append meanwhile is left to the next time.
 *
 * @param readLines of every file of heads; called twice @throws StoreError, and what `readLines` throws
 */
export async function verify(
  entries: AuditEntries,
  readLines: () => Promise<readonly HeadLine[]>,
): Promise<Verification> {
  // A process writes its head before it stores, and once more after that. So what the files call stored is in the table
  // from then on, and what the table has is in the files.
  const stored = await readLines();
  const { sequence: end } = (await entries.head()) ?? GENESIS;
  const heads = new HeadReader({ stored, named: await readLines() });
  const findings: Finding[] = [];
  let last: ChainHead = GENESIS;
  let firstAt: number | undefined;
  let page: readonly AuditEntry[] = [];
  // The smallest of all: an entry that somebody put in before the first is met too.
  let after = Number.MIN_SAFE_INTEGER;
  do {
    page = (await entries.after(after, PAGE)).filter(({ sequence }) => sequence <= end);
    for (const entry of page) {
      firstAt ??= entry.at;
      findings.push(...(await entryFindings(entry, last, entries)));
      heads.read(entry);
      last = entry;
    }
    findings.push(...(await unmaskingProblems(page, entries)));
    after = last.sequence;
  } while (page.length === PAGE && findings.length < FINDINGS_MAX);
  const ofHeads = headFindings(heads.end(last.sequence), last.sequence);
  const unchained = await unchainedFindings(entries, firstAt);
  return {
    head: { sequence: last.sequence, hash: last.hash },
    findings: [...findings, ...ofHeads, ...unchained.findings].slice(0, FINDINGS_MAX),
    notes: unchained.notes,
  };
}

async function entryFindings(entry: AuditEntry, last: ChainHead, entries: AuditEntries): Promise<Finding[]> {
  const { sequence, previous } = entry;
  const found: Finding[] = [];
  const gap = sequence - last.sequence - 1;
  if (sequence < 1) {
    found.push({ kind: 'ADDED', sequence, says: `entry ${sequence} stands before the first: it was put in` });
  }
  if (gap > 0) {
    const which =
      gap === 1 ? `entry ${sequence - 1} is missing` : `entries ${last.sequence + 1} to ${sequence - 1} are missing`;
    found.push({ kind: 'REMOVED', sequence: last.sequence + 1, says: which });
  }
  if (entryHash(entry) !== entry.hash) {
    found.push(await changedOrMoved(entry, entries));
  } else if (gap === 0 && previous !== last.hash) {
    found.push({
      kind: 'UNLINKED',
      sequence,
      says: `entry ${sequence} does not follow entry ${last.sequence}: that one was written anew, or this one was put in its place`,
    });
  }
  return found;
}

/** An entry of another place has the hash that this place's successor, or another's, still names. */
async function changedOrMoved(entry: AuditEntry, entries: AuditEntries): Promise<Finding> {
  const { sequence } = entry;
  const follower = await entries.follower(entry.hash);
  const place = follower === undefined ? sequence : follower.sequence - 1;
  return entryHash({ ...entry, sequence: place }) === entry.hash
    ? { kind: 'MOVED', sequence, says: `entry ${sequence} stood at ${place}` }
    : { kind: 'CHANGED', sequence, says: `entry ${sequence} was changed` };
}

function headFindings({ rewritten, cut, foreign }: HeadProblems, last: number): Finding[] {
  const found: Finding[] = [];
  if (rewritten !== undefined) {
    const { to, time } = rewritten;
    found.push({ kind: 'REWRITTEN', sequence: to, says: `entry ${to} is not the one that was stored at ${time}` });
  }
  if (cut !== undefined) {
    const { to, time } = cut;
    found.push({
      kind: 'CUT',
      sequence: last + 1,
      says: `the end is cut off: the last entry is ${last}, and entry ${to} was stored at ${time}`,
    });
  }
  for (const [from, to] of foreign) {
    const which = from === to ? `entry ${from} is` : `entries ${from} to ${to} are`;
    found.push({
      kind: 'ADDED',
      sequence: from,
      says: `${which} in no file of heads: put in from outside, or written where another file was set (name it by --head)`,
    });
  }
  return found;
}

/** Processes of the release before write rows without an entry while an upgrade lasts. */
const UPGRADE_MS_MAX = 24 * 3_600_000;

async function unchainedFindings(
  entries: AuditEntries,
  firstAt: number | undefined,
): Promise<{ readonly findings: readonly Finding[]; readonly notes: readonly string[] }> {
  const until = (firstAt ?? Number.POSITIVE_INFINITY) + UPGRADE_MS_MAX;
  const rows = await entries.unchained(UNMASK, FINDINGS_MAX);
  const before = rows.filter(({ at }) => at < until);
  const findings = rows
    .filter(({ at }) => at >= until)
    .map(({ key }): Finding => {
      return { kind: 'UNMASKING_ADDED', sequence: 0, says: `row ${key} of unmasking has no entry: it was put in` };
    });
  const notes = before.length === 0 ? [] : [`${before.length} rows of unmasking are older than the audit trail`];
  return { findings, notes };
}
