import { describe, expect, it } from 'vitest';
import type { Secret } from '../../../src/contract/secret.ts';
import type { Authentication } from '../../../src/core/ports/index.ts';
import { storeOfTransactionId } from '../../../src/platform/store-ids.ts';
import { aresWith, asked, base64url, CARD, enrolment, HTML, plain, REQUEST, type Rig, rig, sent } from './rig.ts';

describe('a card', () => {
  it('is enrolled in the newest common version, with its method', async () => {
    const { server } = await rig(aresWith('Y'));
    expect(server.enrol(enrolment()).view).toEqual({
      threeDSServerTransID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scheme: 'VISA',
      version: '2.2.0',
      stage: 'ENROLLED',
      method: { url: 'https://acs.example/method', completed: 'N' },
    });
    expect(server.enrol(enrolment('4012000000002999')).view).toMatchObject({ version: '2.1.0' });
    expect(server.enrol(enrolment('4012000000002999')).view.method).toBeUndefined();
  });

  it('has a transaction id that names the store, under which the directory server is asked', async () => {
    const made = await rig(aresWith('Y'));
    const { stored, view } = made.server.enrol(enrolment(CARD, { storeNumber: 3_843 }));
    expect(view.threeDSServerTransID).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5f03-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(storeOfTransactionId(view.threeDSServerTransID)).toBe(3_843);
    await asked(made, stored);
    expect(sent(made.played)[0]?.threeDSServerTransID).toBe(view.threeDSServerTransID);
    expect(storeOfTransactionId(made.server.enrol(enrolment()).view.threeDSServerTransID)).toBe(0);
  });

  it('has no method without a browser', async () => {
    const { server } = await rig(aresWith('Y'));
    expect(server.enrol(enrolment(CARD, { channel: 'MERCHANT' })).view.method).toBeUndefined();
  });

  it.each([
    ['of no range', enrolment('4999999999999999')],
    ['whose ACS speaks a later version alone', enrolment('4012000000003000')],
    ['of a scheme without a directory server', enrolment(CARD, { scheme: 'MASTERCARD' })],
    ['of no scheme', enrolment(CARD, { scheme: '' })],
  ])('%s is not enrolled, and may pay', async (_, request) => {
    const made = await rig(aresWith('Y'));
    const { stored, view } = made.server.enrol(request);
    expect(view).toMatchObject({
      stage: 'ENDED',
      result: { status: 'AUTHENTICATION_NOT_SUPPORTED', recommendation: 'PROCEED', liability: 'MERCHANT' },
    });
    expect(view.version).toBeUndefined();
    expect(made.server.authenticate(stored, REQUEST).status).toBe('ASKED_BEFORE');
    expect(sent(made.played)).toEqual([]);
  });

  it('without a payer cannot pay in 2.1.0, which lacks such payments', async () => {
    const { server } = await rig(aresWith('Y'));
    const merchant = { channel: 'MERCHANT' } as const;
    const view = (more: object) => server.enrol(enrolment('4012000000002000', { ...merchant, ...more })).view;
    expect(view({ isPayment: true })).toMatchObject({
      stage: 'ENDED',
      result: { status: 'AUTHENTICATION_NOT_SUPPORTED' },
    });
    expect(view({ isPayment: false })).toMatchObject({ stage: 'ENROLLED', version: '2.1.0' });
    expect(server.enrol(enrolment(CARD, merchant)).view.version).toBe('2.2.0');
  });

  it('is undecided until the ranges are read, so that the merchant decides, and is enrolled afterwards', async () => {
    const made = await rig((_, response) => response.destroy());
    expect(made.server.enrol(enrolment()).view).toMatchObject({
      stage: 'ENDED',
      result: { status: 'AUTHENTICATION_UNAVAILABLE', recommendation: 'MERCHANT_DECIDES', unknownBecause: 'NO_RANGES' },
    });
    expect(made.server.rangeAges().get('VISA')).toBeUndefined();
    made.played.reply(aresWith('Y'));
    expect((await made.server.refresh()).get('VISA')).toEqual({ ok: true, ranges: 4 });
    expect(made.server.enrol(enrolment()).view.stage).toBe('ENROLLED');
    expect(made.server.rangeAges().get('VISA')).toBe(0);
  });
});

describe('the method', () => {
  it('gets our id and the notification URL, and its answer is found by that id', async () => {
    const { server } = await rig(aresWith('Y'));
    const { stored, view } = server.enrol(enrolment());
    const data = server.methodData(stored, 'https://pay.example/3ds/method');
    expect(data).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(plain(data)).toEqual({
      threeDSServerTransID: view.threeDSServerTransID,
      threeDSMethodNotificationURL: 'https://pay.example/3ds/method',
    });
    const { threeDSServerTransID } = view;
    for (const notified of [base64url({ threeDSServerTransID }), `${base64url({ threeDSServerTransID })}==`]) {
      expect(server.methodNotified(notified)).toEqual({ threeDSServerTransID });
    }
    expect(server.methodCompleted(server.methodStarted(stored).stored).view.method?.completed).toBe('Y');
  });

  it.each([
    ['nothing', ''],
    ['no Base64url', 'a+b/'],
    ['no JSON', Buffer.from('<html>').toString('base64url')],
    ['no object', base64url(['6c57c18f-e55b-4333-a991-460b04ee0730'])],
    ['no id', base64url({})],
    ['HTML for an id', base64url({ threeDSServerTransID: HTML })],
    ['a number for an id', base64url({ threeDSServerTransID: 1 })],
    ['an id twice', Buffer.from('{"threeDSServerTransID":"a","threeDSServerTransID":"b"}').toString('base64url')],
    ['more than any message', 'A'.repeat(1_000_000)],
  ])('is not completed by %s', async (_, data) => {
    const { server } = await rig(aresWith('Y'));
    expect(server.methodNotified(data)).toBeUndefined();
  });

  it.each<[string, (made: Rig, stored: Secret) => Authentication, string]>([
    ['that was not run', (made, stored) => made.server.timePassed(stored), 'N'],
    [
      'that runs too long',
      (made, stored) => {
        const started = made.server.methodStarted(stored);
        expect(started.view.wakeAt).toBe(made.time.now + 10_000);
        made.time.now += 10_000;
        return made.server.timePassed(started.stored);
      },
      'N',
    ],
    ['that has run', (made, stored) => made.server.methodCompleted(stored), 'Y'],
  ])('%s is reported in the AReq', async (_, happen, expected) => {
    const made = await rig(aresWith('Y'));
    await asked(made, happen(made, made.server.enrol(enrolment()).stored).stored);
    expect(sent(made.played)).toMatchObject([{ threeDSCompInd: expected }]);
  });
});

describe('refreshing', () => {
  it('starts with the process, and is logged', async () => {
    const made = await rig(aresWith('Y'));
    await made.server.start();
    expect(made.logged.join()).toContain('"ranges":4');
    made.server.close();
  });

  it('starts also where the directory server is down, which is retried by the given schedule', async () => {
    let isAway = true;
    const made = await rig(
      (seen, response) => (isAway ? response.writeHead(503).end() : aresWith('Y')(seen, response)),
      { retry: { msMin: 1, msMax: 1 }, isRefreshed: false },
    );
    await made.server.start();
    expect(made.server.rangeAges().get('VISA')).toBeUndefined();
    isAway = false;
    await expect.poll(() => made.server.rangeAges().get('VISA')).toBeDefined();
    made.server.close();
  });

  it('is awaited on request until the directory server has sent its ranges', async () => {
    let asked = 0;
    const made = await rig(
      (seen, response) => {
        asked += 1;
        return asked < 3 ? response.writeHead(503).end() : aresWith('Y')(seen, response);
      },
      { retry: { msMin: 1, msMax: 1 }, isRefreshed: false },
    );
    await made.server.start({ untilKnown: true });
    expect(made.server.rangeAges().get('VISA')).toBeDefined();
    made.server.close();
  });
});
