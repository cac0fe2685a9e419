import { describe, expect, it } from 'vitest';
import type {
  AuthenticationEvent,
  TransactionStep,
} from '../../../../src/adapters/three-ds-server/transaction/events.ts';
import { liabilityVerdictOf } from '../../../../src/adapters/three-ds-server/transaction/liability.ts';
import { next } from '../../../../src/adapters/three-ds-server/transaction/next.ts';
import {
  type AuthenticationState,
  readState,
  storedState,
} from '../../../../src/adapters/three-ds-server/transaction/state.ts';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import { type SeededRandom, seededRandom } from '../../../support/random.ts';
import { ACS_ID, aresOf, DS_ID, enrolled, rreqOf } from './rig.ts';

const HISTORIES = Number(process.env.TURNPIKE_TRANSACTION_HISTORIES || 3_000);
const EVENTS_MAX = 25;

const random = seededRandom(process.env.SEED);

type Drawn = AuthenticationEvent extends infer E ? (E extends unknown ? Omit<E, 'now'> : never) : never;

const drawn = <T>(from: SeededRandom, items: readonly T[]): T => items[from.between(0, items.length)] as T;

/** Events that end an authentication at once. */
const RARE: readonly Drawn[] = [
  { kind: 'ARES', message: aresOf('Y', { threeDSServerTransID: ACS_ID }) },
  { kind: 'AREQ_FAILED', because: 'NO_ARES' },
  ...Array.from({ length: 10 }, () => ({ kind: 'CREQ_MADE' }) as const),
];

/** Any event, expected or not. */
function anyEvent(from: SeededRandom): Drawn {
  const statuses = ['Y', 'N', 'U', 'A', 'R'] as const;
  const strange = from.between(0, 8) === 0 ? { acsTransID: DS_ID } : {};
  return drawn<() => Drawn>(from, [
    () => ({ kind: 'METHOD_STARTED' }),
    () => ({ kind: 'METHOD_COMPLETED' }),
    () => ({ kind: 'AREQ_SENT', ...(from.between(0, 2) === 0 && { decoupledMs: 60_000 }) }),
    () => ({ kind: 'ARES', message: aresOf(drawn(from, [...statuses, 'C', 'C', 'C', 'D', 'I'] as const)) }),
    () => ({ kind: 'ARES', message: aresOf(drawn(from, ['C', 'D'] as const)) }),
    () => drawn(from, RARE),
    () => ({ kind: 'CREQ_MADE' }),
    () => ({ kind: 'CRES', transStatus: drawn(from, ['Y', 'N'] as const) }),
    () => ({ kind: 'RREQ', message: rreqOf(drawn(from, statuses), strange) }),
    () => ({ kind: 'RREQ', message: rreqOf(drawn(from, statuses), strange) }),
    () => ({ kind: 'TIME_PASSED' }),
  ])();
}

interface Effects {
  /** The statuses of accepted ARes and RReqs: the only source of a success. */
  taken: (string | undefined)[];
  answered: { readonly text: string; readonly resultsStatus: string }[];
  asked: number;
}

/** One step, and what must hold at each. */
function checked(before: AuthenticationState, event: AuthenticationEvent, effects: Effects): TransactionStep {
  const step = next(before, event);
  const [from, to] = [before.progress, step.state.progress];
  expect(step.effects.length).toBe(event.kind === 'RREQ' ? 1 : step.effects.length);
  expect(step.state.subject).toEqual(before.subject);
  effects.asked += from.phase !== 'ASKED' && to.phase === 'ASKED' ? 1 : 0;
  expect(effects.asked).toBeLessThan(2);
  if (from.phase === 'ENDED') {
    // An end is final.
    expect(step.state).toBe(before);
  }
  if (from.phase !== 'ENDED' && to.phase === 'ENDED' && (event.kind === 'ARES' || event.kind === 'RREQ')) {
    effects.taken.push(event.message.transStatus);
  }
  const [effect] = step.effects;
  if (effect?.kind === 'ANSWER_RREQ' && event.kind === 'RREQ') {
    effects.answered.push({ text: String(event.message.transStatus), resultsStatus: effect.resultsStatus });
  }
  return step;
}

/** A process that dies leaves the stored state; the next one reads it. */
const crashed = (state: AuthenticationState): AuthenticationState => readState(storedState(state));

function history(from: SeededRandom) {
  const effects: Effects = { taken: [], answered: [], asked: 0 };
  let now = 0;
  let state = enrolled({ deviceChannel: from.between(0, 10) === 0 ? '03' : '02' }, from.between(0, 2) === 0);
  const happen = (event: Drawn) => {
    now += from.between(0, 8_000);
    const timed = { ...event, now } as AuthenticationEvent;
    const before = { taken: [...effects.taken], answered: [...effects.answered], asked: effects.asked };
    const { state: after } = checked(state, timed, effects);
    const fate = from.between(0, 10);
    if (fate === 0) {
      // The process died before it stored or answered: the event had no effect.
      Object.assign(effects, before);
      state = crashed(state);
    } else if (fate === 1) {
      // It died after that, and the event is repeated.
      state = checked(crashed(after), timed, effects).state;
    } else {
      state = after;
    }
  };
  // Half of them start a challenge at once.
  if (from.between(0, 2) === 0) {
    happen({ kind: 'AREQ_SENT', decoupledMs: 60_000 });
    happen({ kind: 'ARES', message: aresOf(drawn(from, ['C', 'C', 'D'] as const)) });
  }
  for (let events = from.between(0, EVENTS_MAX); events > 0; events -= 1) {
    happen(anyEvent(from));
  }
  // In the end the payer continues, and all time passes.
  state = checked(state, { kind: 'AREQ_SENT', now }, effects).state;
  state = checked(state, { kind: 'TIME_PASSED', now: now + DAY_MS }, effects).state;
  return { state, effects };
}

describe(`histories of authentications (SEED=${random.seed})`, () => {
  it(`${HISTORIES} histories end in one result each, in any order, with duplicates, losses and crashes`, () => {
    const ends: Record<string, number> = {};
    for (let one = 0; one < HISTORIES; one += 1) {
      const { state, effects } = history(random);
      const { progress } = state;
      if (progress.phase !== 'ENDED') {
        throw new Error(`history ${one} ends in ${progress.phase}`);
      }
      const { transStatus } = progress.result;
      const { liability, status } = liabilityVerdictOf(state.subject, progress.result);
      if (liability === 'ISSUER' || transStatus !== 'U') {
        // Only the ACS confirms a payer, and it did so once.
        expect(effects.taken, `history ${one}`).toEqual([transStatus]);
      }
      expect(new Set(effects.answered.map(({ text }) => text)).size, `history ${one}`).toBeLessThan(2);
      expect(new Set(effects.answered.map(({ resultsStatus }) => resultsStatus)).size).toBeLessThan(2);
      const end = `${status}${progress.result.isChallenged ? ' after a challenge' : ''}`;
      ends[end] = (ends[end] ?? 0) + 1;
    }
    // Six ends, and five of them after a challenge too: none of those is an exemption.
    expect(Object.keys(ends)).toHaveLength(11);
    console.info(JSON.stringify(ends));
  });
});
