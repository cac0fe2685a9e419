/** Every change to the table of the audit trail is found, also with recomputed hashes. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditEntry, entryHash, GENESIS } from '../../../src/back-office/audit/entry.ts';
import { seededRandom } from '../../support/random.ts';
import { type AuditRig, auditRig, event } from './rig.ts';

const ENTRIES = 24;
const TRIALS = 200;
const { seed: SEED, between } = seededRandom(process.env.SEED);

let rig: AuditRig;
let whole: readonly AuditEntry[];
beforeAll(async () => {
  rig = await auditRig();
  const trail = rig.trail();
  for (let n = 0; n < ENTRIES / 2; n += 1) {
    await trail.append(event('merchant disable', { n }));
  }
  // These share commits.
  await Promise.all(Array.from({ length: ENTRIES / 2 }, (_none, n) => trail.append(event('merchant enable', { n }))));
  whole = await rig.entries();
});
afterAll(() => rig.close());

/** Links all entries again with correct hashes. */
function relinked(entries: readonly AuditEntry[]): AuditEntry[] {
  let last = GENESIS;
  return entries.map((entry, index) => {
    const linked = { ...entry, sequence: index + 1, previous: last.hash };
    const made = { ...linked, hash: entryHash(linked) };
    last = made;
    return made;
  });
}

type Random = (below: number) => number;
type Tamper = (entries: readonly AuditEntry[], random: Random) => readonly AuditEntry[];

const without = (entries: readonly AuditEntry[], at: number, count = 1) => entries.toSpliced(at, count);

/** By the change. A change that leaves earlier entries intact is found at the last one at the latest. */
const TAMPERS: Readonly<Record<string, Tamper>> = {
  'a column is changed'(entries, random) {
    const at = random(entries.length);
    const entry = entries[at] as AuditEntry;
    const changes: readonly Partial<AuditEntry>[] = [
      { actor: 'mallory' },
      { action: 'merchant show' },
      { subject: null },
      { subject: 'OTHER' },
      { details: '{}' },
      { at: entry.at + 1 },
      { key: entry.key + 1_000_000 },
      { previous: 'f'.repeat(64) },
      { hash: 'f'.repeat(64) },
    ];
    return entries.with(at, { ...entry, ...changes[random(changes.length)] });
  },
  'an entry is changed, with its own hash'(entries, random) {
    const at = random(entries.length);
    const changed = { ...(entries[at] as AuditEntry), actor: 'mallory' };
    return entries.with(at, { ...changed, hash: entryHash(changed) });
  },
  'an entry is changed, and all hashes after it'(entries, random) {
    const at = random(entries.length);
    return relinked(entries.with(at, { ...(entries[at] as AuditEntry), actor: 'mallory' }));
  },
  'entries are deleted': (entries, random) => without(entries, random(entries.length), 1 + random(3)),
  'an entry is deleted, and all hashes after it are made right': (entries, random) =>
    relinked(without(entries, random(entries.length))),
  'the end is cut off': (entries, random) => entries.slice(0, random(entries.length)),
  'two entries change places'(entries, random) {
    const one = random(entries.length);
    const other = (one + 1 + random(entries.length - 1)) % entries.length;
    const [a, b] = [entries[one], entries[other]] as [AuditEntry, AuditEntry];
    return entries.with(one, { ...b, sequence: a.sequence }).with(other, { ...a, sequence: b.sequence });
  },
  'two entries change places, with all hashes'(entries, random) {
    const one = random(entries.length - 1);
    const [a, b] = [entries[one], entries[one + 1]] as [AuditEntry, AuditEntry];
    return relinked(entries.with(one, b).with(one + 1, a));
  },
  'an entry is put in, with all hashes'(entries, random) {
    const at = random(entries.length + 1);
    const like = entries[random(entries.length)] as AuditEntry;
    return relinked(entries.toSpliced(at, 0, { ...like, key: like.key + 1_000_000 }));
  },
  'an entry is put in before the first'(entries, random) {
    const like = entries[random(entries.length)] as AuditEntry;
    return [{ ...like, sequence: -random(10), key: like.key + 1_000_000 }, ...entries];
  },
  'the end is cut off and written anew'(entries, random) {
    const end = random(entries.length);
    return relinked(entries.map((entry, at) => (at < end ? entry : { ...entry, actor: 'mallory' })));
  },
};

/** The first place where the table differs, in an operator's words. */
function firstDifference(entries: readonly AuditEntry[]): number {
  const at = whole.findIndex((entry, index) => JSON.stringify(entry) !== JSON.stringify(entries[index]));
  return at === -1 ? whole.length + 1 : at + 1;
}

it('an unchanged trail is valid', async () => {
  expect(await rig.verified()).toMatchObject({ findings: [], notes: [], head: { sequence: ENTRIES } });
});

describe(`of ${TRIALS} random changes (SEED=${SEED})`, () => {
  it('each is found, and at no earlier entry', async () => {
    const random: Random = (below) => between(0, below);
    const names = Object.keys(TAMPERS);
    const missed: string[] = [];
    const early: string[] = [];
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const name = names[trial % names.length] as string;
      const changed = (TAMPERS[name] as Tamper)(whole, random);
      await rig.replace(changed);
      const { findings } = await rig.verified();
      const where = `${name}, trial ${trial}`;
      if (findings.length === 0) {
        missed.push(where);
      }
      const first = Math.min(...changed.map(({ sequence }) => sequence), firstDifference(changed));
      if (findings.some(({ sequence }) => sequence < first)) {
        early.push(`${where}: ${JSON.stringify(findings[0])}, changed from ${first}`);
      }
    }
    await rig.replace(whole);
    expect({ missed, early }).toEqual({ missed: [], early: [] });
    expect((await rig.verified()).findings).toEqual([]);
  });
});

describe('the finding names the entry', () => {
  const says = async (entries: readonly AuditEntry[]) => {
    await rig.replace(entries);
    const { findings } = await rig.verified();
    await rig.replace(whole);
    return findings.map(({ kind, says: text }) => `${kind}: ${text}`);
  };
  const entry = (sequence: number) => whole[sequence - 1] as AuditEntry;
  const storedAt = (sequence: number) =>
    readFileSync(rig.headFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .find(({ state, to }) => state === 'COMMITTED' && to === sequence).time;

  it('that was changed', async () => {
    expect(await says(whole.with(6, { ...entry(7), actor: 'mallory' }))).toEqual(['CHANGED: entry 7 was changed']);
  });

  it('that is missing', async () => {
    expect(await says(without(whole, 6))).toEqual(['REMOVED: entry 7 is missing']);
    expect(await says(without(whole, 6, 3))).toEqual(['REMOVED: entries 7 to 9 are missing']);
  });

  it('that was moved', async () => {
    const swapped = whole.with(6, { ...entry(10), sequence: 7 }).with(9, { ...entry(7), sequence: 10 });
    const moved = (await says(swapped)).filter((text) => text.startsWith('MOVED'));
    expect(moved).toEqual(['MOVED: entry 7 stood at 10', 'MOVED: entry 10 stood at 7']);
  });

  it('after which the trail was cut', async () => {
    expect(await says(whole.slice(0, 7))).toEqual([
      `CUT: the end is cut off: the last entry is 7, and entry ${ENTRIES} was stored at ${storedAt(ENTRIES)}`,
    ]);
  });

  it('that was inserted', async () => {
    const added = relinked([...whole, { ...entry(1), key: entry(1).key + 1_000_000 }]);
    expect(await says(added)).toEqual([
      `ADDED: entry ${ENTRIES + 1} is in no file of heads: put in from outside, or written where another file was set (name it by --head)`,
    ]);
  });

  it('from which on all entries were rewritten', async () => {
    const [first] = await says(relinked(whole.with(6, { ...entry(7), actor: 'mallory' })));
    expect(first).toBe(`REWRITTEN: entry 7 is not the one that was stored at ${storedAt(7)}`);
  });
});
