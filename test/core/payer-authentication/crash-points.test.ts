/**
 * A process dies before or after each of its commits, from INITIATE_AUTHENTICATION to the result. Unanswered requests
 * are sent again to the other process, which continues, and the bank is asked at most once.
 */
import { expect, it } from 'vitest';
import {
  authenticationState,
  challengeCameBack,
  methodCameBack,
} from '../../../src/core/payer-authentication/index.ts';
import type { Authentications } from '../../../src/core/ports/index.ts';
import { card, challenged, type Done, initiation, OUTCOMES, type Process, type Rig, request, rig } from './rig.ts';

type When = 'AFTER' | 'BEFORE';

interface Dying {
  readonly process: Process;
  /** Resolves when the process has died: its pending work does not complete any more. */
  readonly died: Promise<'DIED'>;
}

/** @param at index of the commit at which it dies, from 0 */
function dying(made: Rig, at: number, when: When): Dying {
  const { payerAuthentication } = made.gateway;
  const { authentications } = payerAuthentication;
  let count = -1;
  let die: (died: 'DIED') => void = () => undefined;
  const died = new Promise<'DIED'>((resolve) => {
    die = resolve;
  });
  const commit = async (work: () => Promise<boolean>): Promise<boolean> => {
    count += 1;
    if (count < at) {
      return work();
    }
    if (count === at && when === 'AFTER') {
      await work();
    }
    die('DIED');
    return new Promise(() => undefined);
  };
  const mortal = new Proxy(authentications, {
    get(target, name) {
      if (name === 'begin' || name === 'change') {
        return (given: never) => commit(() => target[name](given));
      }
      const member = target[name as keyof Authentications];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return {
    process: made.beside({ payerAuthentication: { ...payerAuthentication, authentications: mortal } }),
    died,
  };
}

const of = card(OUTCOMES.CHALLENGED);

/** The commits of an authentication, in order. */
const COMMITS = ['begun', 'method', 'asked', 'answered', 'result'] as const;

const points = COMMITS.flatMap((commit, at) => (['BEFORE', 'AFTER'] as const).map((when) => ({ at, when, commit })));

it.each(points)('$when the commit of $commit', async ({ at, when, commit }) => {
  const made = await rig();
  const { process, died } = dying(made, at, when);
  let who = process;
  made.results.to = who.gateway;
  made.results.died = died;
  /** An unanswered request is sent again, to the other process. */
  const answered = async <T>(work: (by: Process) => Promise<T>): Promise<T> => {
    const first = await Promise.race([work(who), died]);
    if (first !== 'DIED') {
      return first as T;
    }
    who = made.beside();
    made.results.to = who.gateway;
    return work(who);
  };
  await answered((by) => by.initiate('auth', initiation(of)));
  const stored = await made.stored();
  const state = authenticationState(made.gateway, stored);
  const data = Buffer.from(JSON.stringify({ threeDSServerTransID: stored.threeDSServerTransID })).toString('base64url');
  await answered((by) => methodCameBack(by.gateway, state, data));
  if ((commit === 'asked' && when === 'AFTER') || (commit === 'answered' && when === 'BEFORE')) {
    await Promise.race([who.authenticate('auth', request(of)), died]);
    // The bank's answer, if any, is unknown: the request is not repeated, and the timeout ends it.
    made.pass(16_000);
    who = made.beside();
    await who.round();
  }
  const answer: Done = await answered((by) => by.authenticate('auth', request(of)));
  const rows = made.sandbox.threeDS.ledger.transactions.all({});
  expect(rows.length).toBeLessThanOrEqual(1);
  if (answer.step?.kind !== 'CHALLENGE') {
    expect(answer.shown.view.result).toMatchObject({ status: 'AUTHENTICATION_UNAVAILABLE', unknownBecause: 'NO_ARES' });
    return;
  }
  const home = await challenged(answer);
  if (commit === 'result') {
    // Its answer was lost with the process: the directory server sends it again.
    delete made.results.died;
    made.results.to = made.gateway;
    await fetch(`${made.sandbox.control}/transactions/${rows[0]?.id}/results`, { method: 'POST' });
  }
  const back = await challengeCameBack(made.gateway, home.state, home.cres);
  expect(back?.view.result?.status).toBe('AUTHENTICATION_SUCCESSFUL');
  const paid = await made.pay('1', {
    ...{ authentication: { transactionId: 'auth' }, order: { amount: '12.00', currency: 'EUR' }, ...of },
  });
  expect(paid.outcome?.gatewayCode).toBe('APPROVED');
});
