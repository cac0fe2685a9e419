/**
 * Challenges of the sandbox's ACS: the directory server's result decides, regardless of the browser's data and timing.
 */
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import {
  authenticationAt,
  authenticationState,
  challengeAgain,
  challengeCameBack,
  methodCameBack,
  receiveResult,
} from '../../../src/core/payer-authentication/index.ts';
import { NOBODY_AUTHENTICATED } from '../../support/nobody-authenticated.ts';
import { challenged, challengeOf, ORIGIN, OUTCOMES, pause, type Rig, request, rig } from './rig.ts';

const challengedRig = async (): Promise<{ made: Rig; answer: Awaited<ReturnType<Rig['both']>> }> => {
  const made = await rig();
  return { made, answer: await made.both('auth', OUTCOMES.CHALLENGED) };
};

const stageOf = async (made: Rig) => {
  const { shown } = await made.authenticate('auth', request(cardOf()));
  return shown.view.stage;
};
const cardOf = () => ({ sourceOfFunds: { provided: { card: { expiry: OUTCOMES.CHALLENGED } } } });

describe('a challenged payer', () => {
  it('is redirected to the bank, and returns authenticated', async () => {
    const { made, answer } = await challengedRig();
    expect(answer.shown.view).toMatchObject({ stage: 'CHALLENGE', identity: { acsTransID: expect.any(String) } });
    expect(challengeOf(answer).acsUrl).toMatch(/^http/);
    const home = await challenged(answer);
    expect(home.action).toBe(`${ORIGIN}/checkout/authentication/${home.state}/challenge`);
    expect(home.state).toBe(authenticationState(made.gateway, answer.shown.authentication));
    const back = await challengeCameBack(made.gateway, home.state, home.cres);
    expect(back?.view).toMatchObject({
      stage: 'ENDED',
      result: { status: 'AUTHENTICATION_SUCCESSFUL', isChallenged: true, liability: 'ISSUER', eci: '02' },
    });
    expect(made.sandbox.threeDS.ledger.results.all({}).map(({ state }) => state)).toEqual(['ANSWERED']);
    const { received, conduct } = made.sandbox.threeDS.records;
    expect({ received, conduct }).toEqual({ received: [], conduct: [] });
  });

  it.each([
    ['cancels', 'CANCEL', { status: 'AUTHENTICATION_FAILED', challengeCancel: '01' }],
    ['types a wrong code again and again', 'WRONG', { status: 'AUTHENTICATION_FAILED' }],
  ] as const)('that %s is not authenticated', async (_, choice, result) => {
    const { made, answer } = await challengedRig();
    const home = await challenged(answer, choice);
    const back = await challengeCameBack(made.gateway, home.state, home.cres);
    expect(back?.view).toMatchObject({ stage: 'ENDED', result });
  });

  it('that returns before the result waits for it', async () => {
    const { made, answer } = await challengedRig();
    made.sandbox.threeDS.faults.set({ mode: 'AFTER_CRES', message: 'RReq', delayMs: 300, count: 1 });
    const home = await challenged(answer);
    expect(await stageOf(made)).toBe('CHALLENGE');
    const back = await challengeCameBack(made.gateway, home.state, home.cres);
    expect(back?.view.result?.status).toBe('AUTHENTICATION_SUCCESSFUL');
  });

  it('gets no answer if the result is lost, and after its time the result is unknown', async () => {
    const { made, answer } = await challengedRig();
    made.sandbox.threeDS.faults.set({ mode: 'LOST', message: 'RReq', count: 1 });
    const home = await challenged(answer);
    const patient = made.beside({ pause: () => pause(1) });
    const back = await challengeCameBack(patient.gateway, home.state, home.cres);
    expect(back?.view.stage).toBe('CHALLENGE');
    made.pass(2 * MINUTE_MS);
    await made.round();
    expect((await made.stored()).wakeAt).toBeNull();
    const { shown } = await made.authenticate('auth', request(cardOf()));
    expect(shown.view.result).toMatchObject({
      status: 'AUTHENTICATION_UNAVAILABLE',
      recommendation: 'DO_NOT_PROCEED',
      unknownBecause: 'NO_RREQ',
    });
  });

  it('that does not return is authenticated by the result alone', async () => {
    const { made, answer } = await challengedRig();
    await challenged(answer);
    expect(await stageOf(made)).toBe('ENDED');
  });

  it('that does not open the challenge ends by the bank’s own message', async () => {
    const { made } = await challengedRig();
    made.pass(31_000);
    await expect.poll(() => stageOf(made)).toBe('ENDED');
    const { shown } = await made.authenticate('auth', request(cardOf()));
    expect(shown.view.result).toMatchObject({
      isChallenged: true,
      status: expect.stringMatching(/FAILED|UNAVAILABLE/),
    });
  });

  it('is given the challenge again, and the same one by a repeat', async () => {
    const { made, answer } = await challengedRig();
    const before = await made.stored();
    made.pass(5_000);
    const again = await challengeAgain(made.gateway, answer.shown);
    expect(again).toEqual(answer.step);
    expect((await made.stored()).wakeAt).toBeGreaterThan(before.wakeAt ?? 0);
    const repeat = await made.authenticate('auth', request(cardOf()));
    expect(repeat).toMatchObject({ step: answer.step, repeated: true });
    await challenged(answer);
    expect(await challengeAgain(made.gateway, answer.shown)).toBeUndefined();
  });

  it('may open the challenge at any moment of its time, any number of times', async () => {
    const made = await rig();
    made.sandbox.threeDS.firstCReqMs = 60 * MINUTE_MS;
    const answer = await made.both('auth', OUTCOMES.CHALLENGED);
    for (let minutes = 0; minutes < 27; minutes += 9) {
      expect(await challengeAgain(made.gateway, answer.shown)).toBeDefined();
      made.pass(9 * MINUTE_MS);
      await made.round();
    }
    made.pass(5 * MINUTE_MS);
    await made.round();
    expect(await challengeAgain(made.gateway, answer.shown)).toBeUndefined();
  });
});

describe('data from a browser', () => {
  it.each<[string, (cres: string) => string]>([
    ['a success that it made itself', (cres) => forged(cres, { transStatus: 'Y' })],
    ['nothing', () => ''],
    ['HTML', () => '<img src=x onerror=alert(1)>'],
    ['a success of another transaction', (cres) => forged(cres, { acsTransID: crypto.randomUUID(), transStatus: 'Y' })],
  ])('decides nothing: %s', async (_, made) => {
    const { made: on, answer } = await challengedRig();
    on.sandbox.threeDS.faults.set({ mode: 'LOST', message: 'RReq', count: 1 });
    const home = await challenged(answer, 'CANCEL');
    const patient = on.beside({ pause: () => pause(1) });
    const back = await challengeCameBack(patient.gateway, home.state, made(home.cres));
    expect(back?.view.stage).toBe('CHALLENGE');
  });

  it('for another payer’s challenge decides neither challenge', async () => {
    const { made, answer } = await challengedRig();
    const other = await made.both('other', OUTCOMES.CHALLENGED);
    const home = await challenged(other);
    const patient = made.beside({ pause: () => pause(1) });
    const mine = authenticationState(made.gateway, answer.shown.authentication);
    const back = await challengeCameBack(patient.gateway, mine, home.cres);
    expect(back?.view.stage).toBe('CHALLENGE');
    const theirs = await challengeCameBack(patient.gateway, home.state, home.cres);
    expect(theirs?.view.stage).toBe('ENDED');
    // The first payer still has a challenge to pass.
    const own = await challenged({ ...answer, step: (await challengeAgain(made.gateway, answer.shown))! });
    expect((await challengeCameBack(made.gateway, own.state, own.cres))?.view.result?.status).toBe(
      'AUTHENTICATION_SUCCESSFUL',
    );
  });

  it('may come repeatedly, and late', async () => {
    const { made, answer } = await challengedRig();
    const home = await challenged(answer);
    const first = await challengeCameBack(made.gateway, home.state, home.cres);
    const { revision } = await made.stored();
    made.pass(60 * MINUTE_MS);
    const again = await challengeCameBack(made.gateway, home.state, forged(home.cres, { transStatus: 'N' }));
    expect(again?.view).toEqual(first?.view);
    expect((await made.stored()).revision).toBe(revision);
  });

  it('with an unknown state has no effect', async () => {
    const { made, answer } = await challengedRig();
    const home = await challenged(answer);
    const other = await made.both('other', OUTCOMES.CHALLENGED);
    const theirs = authenticationState(made.gateway, other.shown.authentication);
    const swapped = `${home.state.split('-')[0]}-${theirs.split('-').slice(1).join('-')}`;
    for (const state of ['', 'x', `${home.state}x`, home.state.slice(0, -1), `1-${'A'.repeat(22)}`, swapped]) {
      expect(await challengeCameBack(made.gateway, state, home.cres)).toBeUndefined();
      expect(await methodCameBack(made.gateway, state, 'x')).toBe(false);
    }
  });
});

describe('a result', () => {
  it('that arrives twice is answered twice, and is applied once', async () => {
    const { made, answer } = await challengedRig();
    made.sandbox.threeDS.faults.set({ mode: 'DOUBLED', message: 'RReq', count: 1 });
    await challenged(answer);
    await expect
      .poll(() => made.sandbox.threeDS.ledger.results.all({}).map(({ state }) => state))
      .toEqual(['ANSWERED', 'ANSWERED']);
    const { revision } = await made.stored();
    const [body] = made.results.posted;
    const again = await receiveResult(made.gateway, body ?? Buffer.of(), 'MASTERCARD');
    expect(JSON.parse(again)).toMatchObject({ messageType: 'RRes', resultsStatus: '01' });
    expect((await made.stored()).revision).toBe(revision);
  });

  it('is applied in the store that has its authentication', async () => {
    const { made, answer } = await challengedRig();
    made.results.to = null;
    await challenged(answer);
    const { gateway } = made;
    const { payerAuthentication } = gateway;
    const authentications = { ...NOBODY_AUTHENTICATED.authentications, storeNumber: 5 };
    const other = { ...gateway, payerAuthentication: { ...payerAuthentication, authentications } };
    const [body = Buffer.of()] = made.results.posted;
    const asked: string[] = [];
    const heard = await receiveResult(other, body, 'MASTERCARD', async (transactionId) => {
      asked.push(transactionId);
      return gateway;
    });
    expect(JSON.parse(heard)).toMatchObject({ messageType: 'RRes', resultsStatus: '01' });
    expect(asked).toEqual([(await made.stored()).threeDSServerTransID]);
    expect(await stageOf(made)).toBe('ENDED');
  });

  it('is accepted by any process, while the browser returns', async () => {
    const { made, answer } = await challengedRig();
    const other = made.beside();
    made.results.to = other.gateway;
    const home = await challenged(answer);
    const backs = await Promise.all(
      [made, other].map(({ gateway }) => challengeCameBack(gateway, home.state, home.cres)),
    );
    expect(backs.map((back) => back?.view.result?.status)).toEqual(
      Array.from({ length: 2 }, () => 'AUTHENTICATION_SUCCESSFUL'),
    );
  });

  it('that arrives after its time changes nothing, whether or not the timeout was noticed', async () => {
    const { made, answer } = await challengedRig();
    made.results.to = null;
    await challenged(answer);
    made.pass(60 * MINUTE_MS);
    const state = authenticationState(made.gateway, answer.shown.authentication);
    const result = (await authenticationAt(made.gateway, state))?.view.result;
    expect(result).toMatchObject({ status: 'AUTHENTICATION_UNAVAILABLE', unknownBecause: 'NO_RREQ' });
    const other = made.beside();
    const answers = await Promise.all(
      made.results.posted.map((body) => receiveResult(other.gateway, body, 'MASTERCARD')),
    );
    expect(answers.map((text) => JSON.parse(text))).toMatchObject([{ messageType: 'Erro', errorCode: '402' }]);
    expect((await authenticationAt(other.gateway, state))?.view.result).toEqual(result);
  });

  it('is sent again to a process that it did not reach', async () => {
    const { made, answer } = await challengedRig();
    made.results.to = null;
    await challenged(answer);
    expect(await stageOf(made)).toBe('CHALLENGE');
    made.results.to = made.gateway;
    const [transaction] = made.sandbox.threeDS.ledger.transactions.all({});
    await fetch(`${made.sandbox.control}/transactions/${transaction?.id}/results`, { method: 'POST' });
    await expect.poll(() => stageOf(made)).toBe('ENDED');
  });

  it.each([
    'GARBAGE',
    'MISSING',
    'WRONG_FORMAT',
    'OTHER_TRANSACTION',
    'OTHER_VERSION',
    'CRITICAL_EXTENSION',
    'REPEATED_NAME',
  ] as const)('that is %s is refused, and nothing changes', async (mode) => {
    const { made, answer } = await challengedRig();
    made.sandbox.threeDS.faults.set({ mode, message: 'RReq', count: 1 });
    await challenged(answer);
    expect(await stageOf(made)).toBe('CHALLENGE');
    expect(made.sandbox.threeDS.ledger.results.all({}).map(({ state }) => state)).not.toContain('ANSWERED');
  });

  it('of another scheme’s directory server changes nothing', async () => {
    const { made, answer } = await challengedRig();
    made.results.to = null;
    await challenged(answer);
    const [body] = made.results.posted;
    const heard = await receiveResult(made.gateway, body ?? Buffer.of(), 'VISA');
    expect(JSON.parse(heard)).toMatchObject({ messageType: 'Erro', errorCode: '301' });
    expect(await stageOf(made)).toBe('CHALLENGE');
  });
});

describe('the method', () => {
  it('is run before, and the bank is told that it was', async () => {
    const made = await rig();
    const { step } = await made.initiate('auth');
    if (step?.kind !== 'METHOD') {
      throw new Error('There is no method.');
    }
    const page = await (
      await fetch(step.url, { method: 'POST', body: new URLSearchParams({ threeDSMethodData: step.data }) })
    ).text();
    const [, data = ''] = /name="threeDSMethodData" value="([^"]*)"/.exec(page) ?? [];
    const [, action = ''] = /action="([^"]*)"/.exec(page) ?? [];
    const [, state = ''] = /\/checkout\/authentication\/([^/]+)\/method$/.exec(action) ?? [];
    expect(await methodCameBack(made.gateway, state, data)).toBe(true);
    const { shown } = await made.authenticate('auth');
    expect(shown.view.method?.completed).toBe('Y');
    expect(made.areq()).toMatchObject({ threeDSCompInd: 'Y' });
    expect(made.sandbox.threeDS.records.conduct).toEqual([]);
  });

  it('of another authentication, or none, is ignored', async () => {
    const made = await rig();
    const [one, other] = [await made.initiate('auth'), await made.initiate('other')];
    const state = authenticationState(made.gateway, one.shown.authentication);
    const data = Buffer.from(JSON.stringify({ threeDSServerTransID: other.shown.view.threeDSServerTransID }));
    expect(await methodCameBack(made.gateway, state, data.toString('base64url'))).toBe(false);
    expect(await methodCameBack(made.gateway, state, '<b>')).toBe(false);
    await made.authenticate('auth');
    expect(made.areq()).toMatchObject({ threeDSCompInd: 'N' });
  });

  it('that is abandoned is ended by the worker', async () => {
    const made = await rig();
    await made.initiate('auth');
    expect((await made.stored()).wakeAt).not.toBeNull();
    made.pass(11_000);
    await made.round();
    expect((await made.stored()).wakeAt).toBeNull();
    const { shown } = await made.authenticate('auth');
    expect(shown.view.result?.status).toBe('AUTHENTICATION_SUCCESSFUL');
  });
});

function forged(cres: string, members: object): string {
  const message = JSON.parse(Buffer.from(cres, 'base64url').toString());
  return Buffer.from(JSON.stringify({ ...message, ...members })).toString('base64url');
}
