/**
 * Verifies the audit trail: each entry's own hash, its link to the previous entry, the heads outside the database, and
 * the table of unmasked card numbers. Each finding names the entry.
 */
import type { AuditFinding } from './audit-finding.ts';
import { type AuditEntry, type ChainHead, entryHash, GENESIS } from './entry.ts';
import { type HeadProblems, HeadReader } from './heads.ts';
import type { AuditEntries, HeadLine } from './ports.ts';
import { UNMASK, unmaskingProblems } from './unmaskings.ts';

/** Maximum number of entries in memory. */
const PAGE = 1_000;
/** Maximum of the reported findings. If the whole table was changed, the first ones are enough. */
const FINDINGS_MAX = 1_000;

export interface Verification {
  /** The end of the chain. */
  readonly head: ChainHead;
  readonly findings: readonly AuditFinding[];
  /** Information that is not a finding. */
  readonly notes: readonly string[];
}

/**
 * Can run beside processes that append; the next run verifies their new entries.
 *
 * @param readLines reads every head file; called twice
 * @throws StoreError, and any error of `readLines`
 */
export async function verifyTrail(
  entries: AuditEntries,
  readLines: () => Promise<readonly HeadLine[]>,
): Promise<Verification> {
  // A process writes one head before it stores an entry, and another head afterwards. So entries that the files report
  // as stored now are in the table that is read next, and all entries of that table are in the files that are read
  // after it.
  const stored = await readLines();
  const { sequence: end } = (await entries.head()) ?? GENESIS;
  const heads = new HeadReader({ stored, named: await readLines() });
  const findings: AuditFinding[] = [];
  let last: ChainHead = GENESIS;
  let firstAt: number | undefined;
  let page: readonly AuditEntry[] = [];
  // The smallest number, so that an entry inserted before the first one is found too.
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

async function entryFindings(entry: AuditEntry, last: ChainHead, entries: AuditEntries): Promise<AuditFinding[]> {
  const { sequence, previous } = entry;
  const found: AuditFinding[] = [];
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

/** The hash of a moved entry is still the `previous` of its original successor, which reveals the original place. */
async function changedOrMoved(entry: AuditEntry, entries: AuditEntries): Promise<AuditFinding> {
  const { sequence } = entry;
  const follower = await entries.follower(entry.hash);
  const place = follower === undefined ? sequence : follower.sequence - 1;
  return entryHash({ ...entry, sequence: place }) === entry.hash
    ? { kind: 'MOVED', sequence, says: `entry ${sequence} stood at ${place}` }
    : { kind: 'CHANGED', sequence, says: `entry ${sequence} was changed` };
}

function headFindings({ rewritten, cut, foreign }: HeadProblems, last: number): AuditFinding[] {
  const found: AuditFinding[] = [];
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

/** Maximum duration of an upgrade, in which processes of the previous release write rows without an entry. */
const UPGRADE_MS_MAX = 24 * 3_600_000;

async function unchainedFindings(
  entries: AuditEntries,
  firstAt: number | undefined,
): Promise<{ readonly findings: readonly AuditFinding[]; readonly notes: readonly string[] }> {
  const until = (firstAt ?? Number.POSITIVE_INFINITY) + UPGRADE_MS_MAX;
  const rows = await entries.unchainedUnmaskings(UNMASK, FINDINGS_MAX);
  const before = rows.filter(({ at }) => at < until);
  const findings = rows
    .filter(({ at }) => at >= until)
    .map(({ key }): AuditFinding => {
      return { kind: 'UNMASKING_ADDED', sequence: 0, says: `row ${key} of unmasking has no entry: it was put in` };
    });
  const notes = before.length === 0 ? [] : [`${before.length} rows of unmasking are older than the audit trail`];
  return { findings, notes };
}
