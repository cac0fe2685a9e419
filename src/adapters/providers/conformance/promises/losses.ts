/** Promises about lost messages, and about answers from other servers. */
import { Broken } from '../broken.ts';
import { CALLS, type PortCall, type ReadyCall } from '../calls.ts';
import {
  ANSWERED_TWICE,
  DRIP,
  ENDLESS,
  ERRORS,
  type Fault,
  LOSSES,
  OTHER_JSON,
  PAGES,
  REDIRECTS,
  RETRY_AFTER_S,
  SILENT,
  TURNED_AWAY,
} from '../faults.ts';
import type { Line } from '../line.ts';
import { listed, type Outcome, said, untruth, written } from '../outcomes.ts';
import type { Promised } from '../promised.ts';
import type { Trial } from '../trial.ts';

const lossPromise = (call: PortCall): Promised => ({
  id: `losses.${call.name.replace(' ', '-')}`,
  says: `Where a request or an answer of ${call.name} is lost and it is asked again, nothing is done twice.`,
  lacks: (subject) => (call.isThere(subject) ? undefined : `it has no ${call.name.replace('move ', '')}`),
  keeps: (trial) => survives(trial, [call], LOSSES),
});

/** @param faults with answers that prove no result */
const falsePromise = (name: string, says: string, faults: readonly Fault[]): Promised => ({
  id: `answers.${name}`,
  says,
  keeps: (trial) => survives(trial, CALLS, faults),
});

export const LOSSES_KEPT: readonly Promised[] = CALLS.map(lossPromise);

export const ANSWERS: readonly Promised[] = [
  falsePromise('error', 'An error of the server is no answer: what it did is asked, and not supposed.', ERRORS),
  falsePromise('page', 'A page of HTML is no answer.', PAGES),
  falsePromise('other-json', 'JSON that is broken, empty or of another form is no answer.', OTHER_JSON),
  falsePromise('redirect', 'A redirect is not followed: nothing is sent to an address of somebody else.', REDIRECTS),
  falsePromise('endless', 'An answer without an end is not read to it.', [ENDLESS]),
  {
    id: 'answers.twice',
    says: 'An answer that comes twice is not taken for the next one.',
    async keeps(trial) {
      const [first, second] = [await trial.begun(), await trial.begun()];
      const { adapter } = await trial.spoiled(ANSWERED_TWICE, 0);
      await adapter.state(first.asked);
      const outcome = await adapter.state(second.asked);
      if ('money' in outcome && outcome.money.orderId !== second.payment.orderId) {
        throw new Broken(`state of one payment was given the answer of another`);
      }
    },
  },
  {
    id: 'answers.nobody',
    says: 'Where nobody listens, nothing was sent.',
    keeps: (trial) =>
      ofEachCall(trial, async ({ make }) => {
        const outcome = await make(await trial.unreachable());
        return outcome.status === 'NOT_SENT' ? undefined : `it gave ${said(outcome)}`;
      }),
  },
  {
    id: 'answers.turned-away',
    says: 'Where the provider turns a request away (429), nothing was sent, and when to come again is handed on.',
    keeps: (trial) =>
      ofEachCall(trial, async ({ make }) => {
        const { adapter } = await trial.spoiled(TURNED_AWAY, 'ALL');
        const outcome = await make(adapter);
        if (outcome.status !== 'NOT_SENT') {
          return `it gave ${said(outcome)}`;
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

/** The duration itself is checked in every call. */
async function slowProblem(trial: Trial, { of, make, movement }: ReadyCall, fault: Fault): Promise<string | undefined> {
  const { adapter } = await trial.spoiled(fault, 'ALL');
  const before = await trial.ledger(of);
  const outcome = await make(adapter);
  const held = { outcome, before, after: await trial.ledger(of), isCompletedHere: trial.isCompletedHere };
  const problem = untruth({ ...held, ...(movement && { movement }) });
  return problem === undefined ? undefined : `where ${fault.where}, ${problem}`;
}

/** @throws Broken with the first call that has a problem */
async function ofEachCall(trial: Trial, problemOf: (ready: ReadyCall) => Promise<string | undefined>): Promise<void> {
  const there = CALLS.filter(({ isThere }) => isThere(trial.subject));
  const problems = await Promise.all(
    there.map(async ({ name, ready }) => {
      const problem = await problemOf(await ready(trial));
      return problem && `${name}: ${problem}`;
    }),
  );
  const first = problems.find((problem) => problem !== undefined);
  if (first !== undefined) {
    throw new Broken(first);
  }
}

/** A call's result without a fault. */
interface Undisturbed {
  readonly requests: number;
  readonly said: string;
  readonly ledger: readonly string[];
}

/** @throws Broken if even that call has no answer */
async function undisturbed(trial: Trial, { name, ready }: PortCall): Promise<Undisturbed> {
  const { of, make, begun } = await ready(trial);
  const { adapter, line } = await trial.counted();
  const first = await make(adapter);
  const { requests } = line;
  const outcome = await trial.decided(first, () => make(adapter), begun);
  if (outcome.status === 'NO_ANSWER' || outcome.status === 'NOT_SENT') {
    throw new Broken(`${name} gave ${said(outcome)} where nothing stood in the way`);
  }
  return { requests, said: said(outcome), ledger: written(await trial.ledger(of)) };
}

/** Applies each fault to each request of each call, and then repeats the call from another process. */
async function survives(trial: Trial, calls: readonly PortCall[], faults: readonly Fault[]): Promise<void> {
  for (const call of calls.filter(({ isThere }) => isThere(trial.subject))) {
    const expected = await undisturbed(trial, call);
    for (const fault of faults) {
      for (let at = 0; at < expected.requests; at += 1) {
        const problem = await problemAfter(trial, await call.ready(trial), { fault, at, expected });
        if (problem !== undefined) {
          const which = expected.requests === 1 ? '' : ` at its request ${at + 1} of ${expected.requests}`;
          throw new Broken(`${call.name}, where ${fault.where}${which}: ${problem}`);
        }
      }
    }
  }
}

interface Disturbance {
  readonly fault: Fault;
  /** Number of the request, from 0. */
  readonly at: number;
  readonly expected: Undisturbed;
}

async function problemAfter(
  trial: Trial,
  { of, make, movement, begun }: ReadyCall,
  { fault, at, expected }: Disturbance,
): Promise<string | undefined> {
  const before = await trial.ledger(of);
  const { adapter, line } = await trial.spoiled(fault, at);
  const outcome: Outcome = await make(adapter);
  const held = { outcome, before, after: await trial.ledger(of), isCompletedHere: trial.isCompletedHere };
  const problem = untruth({ ...held, ...(movement && { movement }) }) ?? lineProblem(line);
  if (problem !== undefined) {
    return problem;
  }
  const another = await trial.anotherAdapter();
  const again = await trial.decided(await make(another), () => make(another), begun);
  if (said(again) !== expected.said) {
    return `it gave ${said(outcome)} and, asked again, ${said(again)}, and should then have given ${expected.said}`;
  }
  const ledger = written(await trial.ledger(of));
  return ledger.join() === expected.ledger.join()
    ? undefined
    : `asked again, the provider's ledger has ${listed(ledger)}, and should have ${listed(expected.ledger)}`;
}

function lineProblem(line: Line): string | undefined {
  if (line.wasFollowed) {
    return 'it went where the redirect led';
  }
  return line.wasSwallowed ? 'it read all of 32 MB' : undefined;
}
