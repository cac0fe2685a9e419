import { describe, expect, it } from 'vitest';
import type { Secret } from '../../../src/contract/secret.ts';
import type { Authentication } from '../../../src/core/ports/index.ts';
import {
  ACS_ID,
  aresTo,
  aresWith,
  asked,
  authenticated,
  base64url,
  CARD,
  DS_ID,
  enrolment,
  HTML,
  plain,
  REQUEST,
  type Rig,
  rig,
  rreqText,
  sent,
} from './rig.ts';

describe('a challenge', () => {
  it('sends the browser to the ACS with a CReq, and ends by the RReq', async () => {
    const made = await rig(aresWith('C'));
    const { stored, view } = await authenticated(made);
    expect(view).toMatchObject({
      stage: 'CHALLENGE',
      challenge: { acsUrl: 'https://acs.example/challenge', authenticationType: '02' },
    });
    const challenge = made.server.challenge(stored, '05');
    expect(plain(challenge?.creq ?? '')).toEqual({
      messageType: 'CReq',
      messageVersion: '2.2.0',
      threeDSServerTransID: view.threeDSServerTransID,
      acsTransID: ACS_ID,
      challengeWindowSize: '05',
    });
    expect(challenge?.creq).not.toContain('=');
    const received = made.server.resultReceived(rreqText(view.threeDSServerTransID, 'Y'), 'VISA');
    expect(received).toMatchObject({ status: 'RESULT', threeDSServerTransID: view.threeDSServerTransID });
    const { answer, changed } = (received as Extract<typeof received, { status: 'RESULT' }>).apply(
      challenge?.changed.stored,
    );
    expect(JSON.parse(answer)).toEqual({
      messageType: 'RRes',
      messageVersion: '2.2.0',
      threeDSServerTransID: view.threeDSServerTransID,
      acsTransID: ACS_ID,
      dsTransID: DS_ID,
      resultsStatus: '01',
    });
    expect(changed?.view.result).toMatchObject({
      status: 'AUTHENTICATION_SUCCESSFUL',
      liability: 'ISSUER',
      isChallenged: true,
    });
  });

  it('that is over, or never started, has no CReq', async () => {
    const made = await rig(aresWith('N'));
    expect(made.server.challenge(made.server.enrol(enrolment()).stored, '01')).toBeUndefined();
    expect(made.server.challenge((await authenticated(made)).stored, '01')).toBeUndefined();
  });

  it.each<[string, (id: string) => string]>([
    [
      'a success',
      (id) =>
        base64url({
          messageType: 'CRes',
          messageVersion: '2.2.0',
          threeDSServerTransID: id,
          acsTransID: ACS_ID,
          transStatus: 'Y',
        }),
    ],
    [
      'a success of another',
      () =>
        base64url({
          messageType: 'CRes',
          messageVersion: '2.2.0',
          threeDSServerTransID: DS_ID,
          acsTransID: ACS_ID,
          transStatus: 'Y',
        }),
    ],
    ['HTML', () => HTML],
    ['an RReq', (id) => rreqText(id, 'Y').toString('base64url')],
    ['nothing', () => ''],
  ])('is not ended by a browser that brings %s', async (_, cres) => {
    const made = await rig(aresWith('C'));
    const { stored, view } = await authenticated(made);
    const back = made.server.challengeReturned(stored, cres(view.threeDSServerTransID));
    expect(back.view.stage).toBe('CHALLENGE');
    made.time.now = back.view.wakeAt ?? 0;
    expect(back.view.wakeAt).toBeLessThan(Date.UTC(2026, 10, 23, 18, 2, 0));
    expect(made.server.timePassed(back.stored).view.result).toMatchObject({
      transStatus: 'U',
      unknownBecause: 'NO_RREQ',
    });
  });
});

describe('a browser that returns', () => {
  const cres = (threeDSServerTransID: string, acsTransID: string) =>
    base64url({ messageType: 'CRes', messageVersion: '2.2.0', threeDSServerTransID, acsTransID, transStatus: 'N' });

  it.each<[string, (id: string) => string, number]>([
    ['has an end of its own challenge: the result is waited for a minute', (id) => cres(id, ACS_ID), 1],
    ['has one of another transaction of the ACS: the challenge may go on', (id) => cres(id, DS_ID), 11],
    ['has one of another transaction of ours: the challenge may go on', () => cres(DS_ID, ACS_ID), 11],
    ['has none: the challenge may go on', () => '', 11],
    ['has no valid CRes: the challenge may go on', () => HTML, 11],
  ])('%s', async (_, field, minutes) => {
    const made = await rig(aresWith('C'));
    const { stored, view } = await authenticated(made);
    const wakeAt = made.time.now + minutes * 60_000;
    const shown = made.server.challenge(stored, '05')?.changed.stored ?? stored;
    const back = made.server.challengeReturned(shown, field(view.threeDSServerTransID));
    expect(back.view.wakeAt).toBe(wakeAt);
    expect(made.server.challenge(back.stored, '05')?.changed.view.wakeAt).toBe(wakeAt);
  });

  it.each([
    [true, 'the challenge may go on', 11],
    [false, 'the result is waited for a minute', 1],
  ])('has an end without a status, payment %s: %s', async (isPayment, _, minutes) => {
    const made = await rig(aresWith('C'));
    const { stored, view } = await asked(made, made.server.enrol(enrolment(CARD, { isPayment })).stored);
    const ids = { threeDSServerTransID: view.threeDSServerTransID, acsTransID: ACS_ID };
    const shown = made.server.challenge(stored, '05')?.changed.stored ?? stored;
    const cres = base64url({ messageType: 'CRes', messageVersion: '2.2.0', ...ids });
    expect(made.server.challengeReturned(shown, cres).view.wakeAt).toBe(made.time.now + minutes * 60_000);
  });
});

describe('an RReq', () => {
  type Applied = { answer: string; changed?: Authentication };
  const applied = ({ server }: Rig, body: Buffer, stored: Secret | undefined, scheme = 'VISA'): Applied => {
    const received = server.resultReceived(body, scheme);
    return received.status === 'RESULT' ? received.apply(stored) : { answer: received.answer };
  };

  it.each<[string, Record<string, unknown>, string, string]>([
    ['without its proof', { authenticationValue: undefined }, '201', 'authenticationValue'],
    ['without its counter', { interactionCounter: undefined }, '201', 'interactionCounter'],
    ['of another ACS transaction', { acsTransID: DS_ID }, '301', 'acsTransID'],
    ['of another category', { messageCategory: '02' }, '203', 'messageCategory'],
  ])('%s changes nothing', async (_, more, errorCode, errorDetail) => {
    const made = await rig(aresWith('C'));
    const { stored, view } = await authenticated(made);
    const { answer, changed } = applied(made, rreqText(view.threeDSServerTransID, 'Y', more), stored);
    expect(JSON.parse(answer)).toMatchObject({
      messageType: 'Erro',
      errorComponent: 'S',
      errorMessageType: 'RReq',
      errorCode,
      errorDetail,
    });
    expect(changed).toBeUndefined();
  });

  it('for an unknown transaction, or from another scheme’s directory server, is not recognised', async () => {
    const made = await rig(aresWith('C'));
    const { stored, view } = await authenticated(made);
    const body = rreqText(view.threeDSServerTransID, 'Y');
    for (const { answer, changed } of [applied(made, body, undefined), applied(made, body, stored, 'MASTERCARD')]) {
      expect(JSON.parse(answer)).toMatchObject({
        messageType: 'Erro',
        errorCode: '301',
        errorDetail: 'threeDSServerTransID',
      });
      expect(changed).toBeUndefined();
    }
  });

  it('that is repeated gets the same answer', async () => {
    const made = await rig(aresWith('C'));
    const { stored, view } = await authenticated(made);
    const body = rreqText(view.threeDSServerTransID, 'N');
    const first = applied(made, body, stored);
    const again = applied(made, body, first.changed?.stored);
    expect(again).toEqual({ answer: first.answer });
    const other = applied(made, rreqText(view.threeDSServerTransID, 'Y'), first.changed?.stored);
    expect(JSON.parse(other.answer)).toMatchObject({ messageType: 'Erro', errorCode: '305' });
    expect(other.changed).toBeUndefined();
  });

  it.each([
    ['HTML', HTML, '101'],
    ['an ARes', JSON.stringify(aresTo({ messageVersion: '2.2.0', threeDSServerTransID: ACS_ID }, 'Y')), '101'],
    ['a later version', rreqText(ACS_ID, 'Y', { messageVersion: '2.3.1' }).toString(), '102'],
    ['a field twice', rreqText(ACS_ID, 'Y').toString().replace('{', '{"transStatus":"Y",'), '204'],
    ['HTML for its status', rreqText(ACS_ID, 'Y', { transStatus: HTML }).toString(), '203'],
  ])('that is %s gets an Erro', async (_, body, code) => {
    const { server } = await rig(aresWith('C'));
    const received = server.resultReceived(Buffer.from(body), 'VISA');
    expect(received).toMatchObject({ status: 'ANSWERED', code });
    const { answer } = received as { answer: string };
    expect(JSON.parse(answer)).toMatchObject({ messageType: 'Erro', errorCode: code });
    expect(answer).not.toContain('<img');
  });

  it('that is an Erro itself gets none in reply', async () => {
    const { server } = await rig(aresWith('C'));
    const erro = {
      messageType: 'Erro',
      messageVersion: '2.2.0',
      errorCode: '402',
      errorComponent: 'D',
      errorDescription: 'x',
      errorDetail: 'x',
    };
    expect(server.resultReceived(Buffer.from(JSON.stringify(erro)), 'VISA')).toEqual({
      status: 'ANSWERED',
      answer: '',
      code: '402',
    });
  });

  it('that is a malformed Erro gets none either', async () => {
    const { server } = await rig(aresWith('C'));
    const body = Buffer.from('{"messageType":"Erro","messageVersion":"2.2.0"}');
    expect(server.resultReceived(body, 'VISA')).toEqual({ status: 'ANSWERED', answer: '', code: '201' });
  });

  it('ends a decoupled authentication', async () => {
    const made = await rig(aresWith('D'));
    const { stored, view } = await authenticated(made, { ...REQUEST, decoupledMinutes: 5 });
    expect(view).toMatchObject({
      stage: 'DECOUPLED',
      wakeAt: made.time.now + 6 * 60_000,
      cardholderInfo: 'Look at your phone.',
    });
    expect(sent(made.played)).toMatchObject([{ threeDSRequestorDecReqInd: 'Y', threeDSRequestorDecMaxTime: '00005' }]);
    // The interaction counter is absent outside the browser.
    const body = rreqText(view.threeDSServerTransID, 'Y', { interactionCounter: undefined });
    const { answer, changed } = applied(made, body, stored);
    expect(changed?.view.result).toMatchObject({ status: 'AUTHENTICATION_SUCCESSFUL', isChallenged: false });
    expect(applied(made, body, changed?.stored)).toEqual({ answer });
  });
});
