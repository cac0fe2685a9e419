/** Asks an adapter for every promise of the port, beside a stand-in of its provider. */
import type { ProviderPackage } from '../packages/index.ts';
import type { StandIn } from '../stand-in.ts';
import { Broken, NotOffered } from './broken.ts';
import type { Promised } from './promised.ts';
import { PROMISES } from './promises/list.ts';
import type { Subject } from './subject.ts';
import { Trial } from './trial.ts';
import { Watch, type Watched } from './watch.ts';

/**
 * KEPT and BROKEN; LACKED: the provider does not have what it is about; UNTRIED: its stand-in failed, not the adapter.
 */
export type Verdict = 'BROKEN' | 'KEPT' | 'LACKED' | 'UNTRIED';

export interface Finding {
  readonly id: string;
  readonly heading: string;
  readonly says: string;
  readonly verdict: Verdict;
  /** Why it was not kept. */
  readonly reason?: string;
}

/** What is looked at in all calls of all promises. */
const WATCHED: Readonly<Record<Watched, string>> = {
  'limits.never-throws': 'No call throws.',
  'limits.in-time': 'No call takes longer than 10 seconds.',
  'limits.texts': 'Every outcome has the form of the port, and texts that are no longer than it allows.',
  'limits.secrets': 'No outcome holds a secret of the account or of the return address.',
};

/** They share a machine of two cores with the stand-in; one of them waits for ten seconds. */
const AT_ONCE = 4;

export type Tried = Pick<ProviderPackage, 'facts' | 'id' | 'open'>;

/**
 * @param standIn started; it stays open
 * @param wanted which promises, by id; all of them by default
 * @returns a finding for each promise, in the order of the report
 */
export async function conformance(
  { id, facts, open }: Tried,
  standIn: StandIn,
  wanted: (id: string) => boolean = () => true,
): Promise<readonly Finding[]> {
  const subject: Subject = { id, facts, open, standIn };
  const watch = new Watch(facts);
  const tasks = PROMISES.flatMap(({ heading, promises }) =>
    promises.filter((one) => wanted(one.id)).map((promised) => ({ heading, promised })),
  );
  const findings = new Map<string, Finding>();
  const waiting = tasks.toSorted((a, b) => Number(isSlow(b.promised)) - Number(isSlow(a.promised)));
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { heading, promised } = next;
      const { id: name, says } = promised;
      findings.set(name, { id: name, heading, says, ...(await verdictOn(promised, subject, watch)) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return [...tasks.map(({ promised }) => findings.get(promised.id) as Finding), ...watchedFindings(watch)];
}

const isSlow = ({ id }: Promised) => id === 'answers.slow';

async function verdictOn(
  { lacks, keeps }: Promised,
  subject: Subject,
  watch: Watch,
): Promise<Pick<Finding, 'reason' | 'verdict'>> {
  const lacked = lacks?.(subject);
  if (lacked !== undefined) {
    return { verdict: 'LACKED', reason: lacked };
  }
  const trial = new Trial(subject, watch);
  try {
    await keeps(trial);
    return { verdict: 'KEPT' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Broken) {
      return { verdict: 'BROKEN', reason };
    }
    return error instanceof NotOffered ? { verdict: 'LACKED', reason } : { verdict: 'UNTRIED', reason };
  } finally {
    await trial.close();
  }
}

function watchedFindings(watch: Watch): Finding[] {
  return Object.entries(WATCHED).map(([id, says]) => {
    const reason = watch.found(id as Watched);
    const verdict = reason === undefined ? 'KEPT' : 'BROKEN';
    return { id, heading: 'In every call', says, verdict, ...(reason !== undefined && { reason }) };
  });
}
