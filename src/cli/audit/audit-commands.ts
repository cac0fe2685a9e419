/** `audit list`, `export` and `verify`: shows the audit trail, and checks that it was not tampered with. */
import { parseArgs } from 'node:util';
import type { Store } from '../../adapters/store/index.ts';
import { type AuditEntry, readHeads, verifyTrail } from '../../back-office/audit/index.ts';
import { type CommandCall, type CommandResult, UsageError } from '../command.ts';
import { counted } from '../counted.ts';
import { jsonLine, listing } from '../listing.ts';

const NEWEST = 100;
/** Maximum number of listed rows, so that the list fits a terminal. A later `--from` lists the others. */
const LISTED_MAX = 10_000;
const PAGE = 1_000;
const TEXT = { type: 'string' } as const;

interface EntryFilter {
  readonly from: number;
  readonly until: number;
  readonly action: string | undefined;
}

export async function listAudit({ store, args, usage }: CommandCall): Promise<CommandResult> {
  const { from, until, action } = options(args, { from: TEXT, until: TEXT, action: TEXT }, usage);
  const wanted = {
    from: time(from, Number.NEGATIVE_INFINITY, usage),
    until: time(until, Number.POSITIVE_INFINITY, usage),
    action: action as string | undefined,
  };
  const isNewest = from === undefined && until === undefined && action === undefined;
  const entries = isNewest ? await store.audit.newest(NEWEST) : await findEntries(store, wanted);
  return listing(entries.map(entryRow), entryCells, 'There is no such entry.');
}

/**
 * `audit export`: every entry as a JSON line with all that its hash covers, in the order of the chain. It prints while
 * it reads, so that the trail need not fit into memory.
 */
export async function exportAudit({ store, args, usage, progress }: CommandCall): Promise<string> {
  const { from, until } = options(args, { from: TEXT, until: TEXT }, usage);
  const start = time(from, Number.NEGATIVE_INFINITY, usage);
  const end = time(until, Number.POSITIVE_INFINITY, usage);
  let page: readonly AuditEntry[] = [];
  let after = 0;
  do {
    page = await store.audit.after(after, PAGE);
    for (const entry of page.filter(({ at }) => at >= start && at < end)) {
      progress(jsonLine(exported(entry)));
    }
    after = page.at(-1)?.sequence ?? after;
  } while (page.length === PAGE);
  return '';
}

/** `details` stays text, because the hash is of this text. */
function exported({ sequence, key, at, actor, action, subject, details, previous, hash }: AuditEntry) {
  return { sequence, key, time: new Date(at).toISOString(), actor, action, subject, details, previous, hash };
}

async function findEntries({ audit }: Store, { from, until, action }: EntryFilter): Promise<readonly AuditEntry[]> {
  const listed: AuditEntry[] = [];
  let page: readonly AuditEntry[] = [];
  let after = 0;
  do {
    page = await audit.after(after, PAGE);
    listed.push(
      ...page.filter((one) => one.at >= from && one.at < until && (action === undefined || one.action === action)),
    );
    after = page.at(-1)?.sequence ?? after;
  } while (page.length === PAGE && listed.length < LISTED_MAX);
  return listed.slice(0, LISTED_MAX);
}

type EntryRow = ReturnType<typeof entryRow>;

function entryRow({ sequence, at, actor, action, subject, details }: AuditEntry) {
  return { sequence, time: new Date(at).toISOString(), actor, action, subject, details: withReadableTime(details) };
}

function entryCells({ sequence, time: at, actor, action, subject, details }: EntryRow): string[] {
  return [`${sequence}`, at, actor, action, subject ?? '-', details];
}

/** The details of an unmasking have its time as a number, in milliseconds since 1970. */
function withReadableTime(details: string): string {
  const { at, ...more } = JSON.parse(details) as { readonly at?: unknown };
  return typeof at === 'number' ? JSON.stringify({ ...more, at: new Date(at).toISOString() }) : details;
}

export async function verifyAudit({ store, settings, args, usage }: CommandCall): Promise<CommandResult> {
  const { head } = options(args, { head: { type: 'string', multiple: true } }, usage);
  const files = (head as readonly string[] | undefined) ?? [settings.auditHeadFile];
  let problems: readonly string[] = [];
  const readLines = async () => {
    const heads = await Promise.all(files.map(readFile));
    problems = heads.flatMap((one) => one.problems);
    return heads.flatMap(({ lines }) => lines);
  };
  const { head: last, findings, notes } = await verifyTrail(store.audit, readLines);
  const lines = [
    ...findings.map(({ kind, says }) => `${kind}: ${says}`),
    ...problems,
    ...notes.map((note) => `note: ${note}`),
    `${counted(last.sequence, 'entry', 'entries')}, the last with the hash ${last.hash}`,
    findings.length === 0 ? 'The audit trail is whole.' : 'The audit trail is not as it was written.',
  ];
  return { text: lines.join('\n'), exitCode: findings.length === 0 ? 0 : 1 };
}

/** Notes a missing file instead of failing. Entries with heads in that file are reported as not in any head file. */
async function readFile(file: string) {
  try {
    const { lines, unreadable } = await readHeads(file);
    return { lines, problems: unreadable.map((line) => `note: line ${line} of ${file} cannot be read`) };
  } catch (error) {
    return { lines: [], problems: [`note: ${file} cannot be read: ${(error as Error).message}`] };
  }
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

function options(args: readonly string[], known: Options, usage: string) {
  try {
    return parseArgs({ args: [...args], options: known }).values;
  } catch {
    throw new UsageError(usage);
  }
}

function time(text: unknown, otherwise: number, usage: string): number {
  const at = text === undefined ? otherwise : Date.parse(text as string);
  if (Number.isNaN(at)) {
    throw new UsageError(usage);
  }
  return at;
}
