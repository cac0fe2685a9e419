/** Checks an adapter against every promise of the port, with a simulator of its provider. */
import type { ProviderPackage } from '../packages/index.ts';
import type { StandIn } from '../stand-in.ts';
import type { AdapterPromise } from './adapter-promise.ts';
import { BrokenPromise, NotOffered } from './broken-promise.ts';
import { PROMISES } from './promises/list.ts';
import type { Subject } from './subject.ts';
import { Trial } from './trial.ts';
import { Watch, type WatchedPromise } from './watch.ts';

/**
 * KEPT or BROKEN by the adapter. LACKED: the provider does not have the feature. UNTRIED: the provider's simulator
 * failed.
 */
export type PromiseVerdict = 'BROKEN' | 'KEPT' | 'LACKED' | 'UNTRIED';

export interface PromiseFinding {
  readonly id: string;
  readonly heading: string;
  readonly says: string;
  readonly verdict: PromiseVerdict;
  /** The reason why the promise was not kept. */
  readonly reason?: string;
}

/** Promises that are checked in all calls of all promises. */
const WATCHED_PROMISES: Readonly<Record<WatchedPromise, string>> = {
  'limits.never-throws': 'No call throws.',
  'limits.in-time': 'No call takes longer than 10 seconds.',
  'limits.texts': 'Every outcome has the form of the port, and texts that are no longer than it allows.',
  'limits.secrets': 'No outcome holds a secret of the account or of the return address.',
};

/**
 * The number of concurrent checks. They may share two cores with the simulator, and some of them wait for ten seconds.
 */
const AT_ONCE = 4;

export type PackageUnderTest = Pick<ProviderPackage, 'facts' | 'id' | 'open'>;

/**
 * @param standIn the started simulator; the caller closes it
 * @param wanted selects promises by id; all of them by default
 * @returns a finding for each promise, in the order of the report
 */
export async function conformance(
  { id, facts, open }: PackageUnderTest,
  standIn: StandIn,
  wanted: (id: string) => boolean = () => true,
): Promise<readonly PromiseFinding[]> {
  const subject: Subject = { id, facts, open, standIn };
  const subjects = standIn.choices?.map((choice) => ({ ...subject, choice })) ?? [subject];
  const watch = new Watch(facts);
  const tasks = PROMISES.flatMap(({ heading, promises }) =>
    promises.filter((one) => wanted(one.id)).map((promised) => ({ heading, promised })),
  );
  const findings = new Map<string, PromiseFinding>();
  const waiting = tasks.toSorted((a, b) => Number(isSlow(b.promised)) - Number(isSlow(a.promised)));
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { heading, promised } = next;
      const { id: name, says } = promised;
      findings.set(name, { id: name, heading, says, ...(await verdictOnAll(promised, subjects, watch)) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return [...tasks.map(({ promised }) => findings.get(promised.id) as PromiseFinding), ...watchedFindings(watch)];
}

const isSlow = ({ id }: AdapterPromise) => id === 'answers.slow';

type VerdictWithReason = Pick<PromiseFinding, 'reason' | 'verdict'>;

/** The verdicts from the worst to the best. The verdict for a provider with options is the worst of their verdicts. */
const FROM_WORST: readonly PromiseVerdict[] = ['BROKEN', 'UNTRIED', 'LACKED', 'KEPT'];

/** Checks a promise with each option. Options that lack the feature are skipped, unless all lack it. */
async function verdictOnAll(
  promised: AdapterPromise,
  subjects: readonly Subject[],
  watch: Watch,
): Promise<VerdictWithReason> {
  const concerned = subjects.filter((subject) => promised.lacks?.(subject) === undefined);
  const verdicts: VerdictWithReason[] = [];
  for (const subject of concerned.length > 0 ? concerned : subjects.slice(0, 1)) {
    const { verdict, reason } = await verdictOn(promised, subject, watch);
    const whose = subject.choice === undefined || concerned.length === 0 ? '' : `${subject.choice.option}: `;
    verdicts.push({ verdict, reason: reason === undefined ? undefined : whose + reason });
  }
  const [worst] = verdicts.sort((one, other) => FROM_WORST.indexOf(one.verdict) - FROM_WORST.indexOf(other.verdict));
  return worst ?? { verdict: 'UNTRIED', reason: 'its stand-in names nobody whom payers could choose' };
}

async function verdictOn({ lacks, keeps }: AdapterPromise, subject: Subject, watch: Watch): Promise<VerdictWithReason> {
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
    if (error instanceof BrokenPromise) {
      return { verdict: 'BROKEN', reason };
    }
    return error instanceof NotOffered ? { verdict: 'LACKED', reason } : { verdict: 'UNTRIED', reason };
  } finally {
    await trial.close();
  }
}

function watchedFindings(watch: Watch): PromiseFinding[] {
  return Object.entries(WATCHED_PROMISES).map(([id, says]) => {
    const reason = watch.firstViolation(id as WatchedPromise);
    const verdict = reason === undefined ? 'KEPT' : 'BROKEN';
    return { id, heading: 'In every call', says, verdict, reason };
  });
}
