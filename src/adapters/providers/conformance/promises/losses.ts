/** Promises about lost messages, and about answers from other servers. */

import type { AdapterPromise } from '../adapter-promise.ts';
import { BrokenPromise } from '../broken-promise.ts';
import { PORT_CALLS, type PortCall, type ReadyCall } from '../calls.ts';
import {
  ANSWERED_TWICE,
  DRIP,
  ENDLESS,
  ERROR_ANSWERS,
  type LineFault,
  LOSSES,
  OTHER_JSON,
  PAGES,
  REDIRECTS,
  RETRY_AFTER_S,
  SILENT,
  TURNED_AWAY,
} from '../faults.ts';
import type { Line } from '../line.ts';
import { describeEntries, describeOutcome, joinLines, type PortOutcome, untruth } from '../outcomes.ts';
import type { Trial } from '../trial.ts';

const lossPromise = (call: PortCall): AdapterPromise => ({
  id: `losses.${call.name.replace(' ', '-')}`,
  says: `Where a request or an answer of ${call.name} is lost and it is asked again, nothing is done twice.`,
  lacks: (subject) => (call.isThere(subject) ? undefined : `it has no ${call.name.replace('move ', '')}`),
  keeps: (trial) => survives(trial, [call], LOSSES),
});

/** @param faults faults whose answers prove no result */
const falsePromise = (name: string, says: string, faults: readonly LineFault[]): AdapterPromise => ({
  id: `answers.${name}`,
  says,
  keeps: (trial) => survives(trial, PORT_CALLS, faults),
});

export const LOSSES_KEPT: readonly AdapterPromise[] = PORT_CALLS.map(lossPromise);

export const ANSWERS: readonly AdapterPromise[] = [
  falsePromise('error', 'An error of the server is no answer: what it did is asked, and not supposed.', ERROR_ANSWERS),
  falsePromise('page', 'A page of HTML is no answer.', PAGES),
  falsePromise('other-json', 'JSON that is broken, empty or of another form is no answer.', OTHER_JSON),
  falsePromise('redirect', 'A redirect is not followed: nothing is sent to an address of somebody else.', REDIRECTS),
  falsePromise('endless', 'An answer without an end is not read to it.', [ENDLESS]),
  {
    id: 'answers.twice',
    says: 'An answer that comes twice is not taken for the next one.',
    async keeps(trial) {
      const [first, second] = [await trial.startPayment(), await trial.startPayment()];
      const { adapter } = await trial.adapterWithFault(ANSWERED_TWICE, 0);
      await adapter.state(first.providerPayment);
      const outcome = await adapter.state(second.providerPayment);
      if ('money' in outcome && outcome.money.orderId !== second.payment.orderId) {
        throw new BrokenPromise(`state of one payment was given the answer of another`);
      }
    },
  },
  {
    id: 'answers.nobody',
    says: 'Where nobody listens, nothing was sent.',
    keeps: (trial) =>
      ofEachCall(trial, async ({ make }) => {
        const outcome = await make(await trial.unreachable());
        return outcome.status === 'NOT_SENT' ? undefined : `it gave ${describeOutcome(outcome)}`;
      }),
  },
  {
    id: 'answers.turned-away',
    says: 'Where the provider turns a request away (429), nothing was sent, and when to come again is handed on.',
    keeps: (trial) =>
      ofEachCall(trial, async ({ make }) => {
        const { adapter } = await trial.adapterWithFault(TURNED_AWAY, 'ALL');
        const outcome = await make(adapter);
        if (outcome.status !== 'NOT_SENT') {
          return `it gave ${describeOutcome(outcome)}`;
        }
        return outcome.retryAfterMs === RETRY_AFTER_S * 1_000
          ? undefined
          : `retryAfterMs is ${outcome.retryAfterMs}, and the provider said ${RETRY_AFTER_S} seconds`;
      }),
  },
  {
    id: 'answers.slow',
    says: 'Where no answer comes, or one that does not end, no call waits longer than 10 seconds.',
    keeps: (trial) =>
      ofEachCall(trial, async (ready) => {
        const problems = await Promise.all([SILENT, DRIP].map((fault) => slowProblem(trial, ready, fault)));
        return problems.find((problem) => problem !== undefined);
      }),
  },
];

/** Finds a wrong outcome of a slow call. Its duration is checked in every call (`watch.ts`). */
async function slowProblem(
  trial: Trial,
  { of, make, movement }: ReadyCall,
  fault: LineFault,
): Promise<string | undefined> {
  const { adapter } = await trial.adapterWithFault(fault, 'ALL');
  const before = await trial.ledger(of);
  const outcome = await make(adapter);
  const held = { outcome, before, after: await trial.ledger(of), isCompletedHere: trial.isCompletedHere };
  const problem = untruth({ ...held, ...(movement && { movement }) });
  return problem === undefined ? undefined : `where ${fault.where}, ${problem}`;
}

/** @throws BrokenPromise with the first call that has a problem */
async function ofEachCall(trial: Trial, problemOf: (ready: ReadyCall) => Promise<string | undefined>): Promise<void> {
  const there = PORT_CALLS.filter(({ isThere }) => isThere(trial.subject));
  const problems = await Promise.all(
    there.map(async ({ name, ready }) => {
      const problem = await problemOf(await ready(trial));
      return problem && `${name}: ${problem}`;
    }),
  );
  const first = problems.find((problem) => problem !== undefined);
  if (first !== undefined) {
    throw new BrokenPromise(first);
  }
}

/** The result of a call without a fault. */
interface FaultlessResult {
  readonly requests: number;
  readonly said: string;
  readonly ledger: readonly string[];
}

/** @throws BrokenPromise if a call has no answer even without a fault */
async function runWithoutFault(trial: Trial, { name, ready }: PortCall): Promise<FaultlessResult> {
  const { of, make, startedPayment } = await ready(trial);
  const { adapter, line } = await trial.countingAdapter();
  const first = await make(adapter);
  const { requests } = line;
  const outcome = await trial.untilDecided(first, () => make(adapter), startedPayment);
  if (outcome.status === 'NO_ANSWER' || outcome.status === 'NOT_SENT') {
    throw new BrokenPromise(`${name} gave ${describeOutcome(outcome)} where nothing stood in the way`);
  }
  return { requests, said: describeOutcome(outcome), ledger: describeEntries(await trial.ledger(of)) };
}

/** Applies each fault to each request of each call, and then repeats the call from another process. */
async function survives(trial: Trial, calls: readonly PortCall[], faults: readonly LineFault[]): Promise<void> {
  for (const call of calls.filter(({ isThere }) => isThere(trial.subject))) {
    const expected = await runWithoutFault(trial, call);
    for (const fault of faults) {
      for (let at = 0; at < expected.requests; at += 1) {
        const problem = await problemAfter(trial, await call.ready(trial), { fault, at, expected });
        if (problem !== undefined) {
          const which = expected.requests === 1 ? '' : ` at its request ${at + 1} of ${expected.requests}`;
          throw new BrokenPromise(`${call.name}, where ${fault.where}${which}: ${problem}`);
        }
      }
    }
  }
}

interface Disturbance {
  readonly fault: LineFault;
  /** The number of the request that has the fault, from 0. */
  readonly at: number;
  readonly expected: FaultlessResult;
}

async function problemAfter(
  trial: Trial,
  { of, make, movement, startedPayment }: ReadyCall,
  { fault, at, expected }: Disturbance,
): Promise<string | undefined> {
  const before = await trial.ledger(of);
  const { adapter, line } = await trial.adapterWithFault(fault, at);
  const outcome: PortOutcome = await make(adapter);
  const held = { outcome, before, after: await trial.ledger(of), isCompletedHere: trial.isCompletedHere };
  const problem = untruth({ ...held, ...(movement && { movement }) }) ?? lineProblem(line);
  if (problem !== undefined) {
    return problem;
  }
  const another = await trial.anotherAdapter();
  const again = await trial.untilDecided(await make(another), () => make(another), startedPayment);
  if (describeOutcome(again) !== expected.said) {
    return `it gave ${describeOutcome(outcome)} and, asked again, ${describeOutcome(again)}, and should then have given ${expected.said}`;
  }
  const ledger = describeEntries(await trial.ledger(of));
  return ledger.join() === expected.ledger.join()
    ? undefined
    : `asked again, the provider's ledger has ${joinLines(ledger)}, and should have ${joinLines(expected.ledger)}`;
}

function lineProblem(line: Line): string | undefined {
  if (line.wasFollowed) {
    return 'it went where the redirect led';
  }
  return line.wasSwallowed ? 'it read all of 32 MB' : undefined;
}
