/** Repeats of the same request, at once or later, in one process or several, and processes that die in between. */
import { describe, expect, it } from 'vitest';
import type { Authentications } from '../../../src/core/ports/index.ts';
import { RACES_MAX } from '../../../src/platform/races.ts';
import { holding } from './holding.ts';
import { card, initiation, NOT_ENROLLED, ORIGIN, OUTCOMES, pause, type Rig, refused, request, rig } from './rig.ts';

const areqs = (made: Rig) => made.sandbox.threeDS.ledger.transactions.all({}).length;

describe('INITIATE_AUTHENTICATION', () => {
  it('again gets the same authentication', async () => {
    const made = await rig();
    const [first, again] = [await made.initiate('auth'), await made.initiate('auth')];
    expect(again).toMatchObject({ repeated: true, step: first.step });
    expect(again.shown.view).toEqual(first.shown.view);
  });

  it('at once in several processes begins one authentication', async () => {
    const made = await rig();
    const processes = [made, made, made.beside(), made.beside()];
    const answers = await Promise.all(processes.map((one) => one.initiate('auth')));
    expect(new Set(answers.map(({ shown }) => shown.view.threeDSServerTransID)).size).toBe(1);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  it('of several ids at once starts each of them, all known to the order', async () => {
    const made = await rig();
    await Promise.all(['1', '2', '3', '4'].map((id) => made.beside().initiate(id)));
    const order = await made.store.orders.find(made.merchant.key, made.orderId);
    expect([...(order?.state.authentications ?? [])].sort()).toEqual(['1', '2', '3', '4']);
  });

  it('with another request under the same id is refused as no repeat', async () => {
    const made = await rig();
    await made.initiate('auth');
    expect(await refused(made.initiate('auth', initiation(card(OUTCOMES.FAILED))))).toContain('is not a repeat');
  });

  it.each([
    ['no currency', { order: {} }, ['order.currency']],
    ['no card', { sourceOfFunds: {} }, ['sourceOfFunds.provided.card.number']],
    ['an amount of nothing', { order: { currency: 'EUR', amount: '0.00' } }, ['order.amount']],
    ['a gift card', { sourceOfFunds: { type: 'GIFT_CARD', provided: {} } }, ['sourceOfFunds.type']],
  ])('with %s is refused by name, and nothing is stored', async (_, more, fields) => {
    const made = await rig();
    expect(await refused(made.initiate('auth', { ...initiation(), ...more }))).toEqual(fields);
    expect(await made.store.orders.find(made.merchant.key, made.orderId)).toBeUndefined();
  });

  it('with a return URL outside the profile’s hosts is refused', async () => {
    const made = await rig({ returnHosts: ['shop.example'] });
    const elsewhere = { authentication: { channel: 'PAYER_BROWSER', redirectResponseUrl: 'https://evil.example/' } };
    expect(await refused(made.initiate('auth', initiation(elsewhere)))).toEqual(['authentication.redirectResponseUrl']);
    await made.initiate('auth');
    const back = request({ authentication: { redirectResponseUrl: 'https://evil.example/' } });
    expect(await refused(made.authenticate('auth', back))).toEqual(['authentication.redirectResponseUrl']);
  });
});

describe('AUTHENTICATE_PAYER', () => {
  it('again gets the same answer, and the bank is asked once', async () => {
    const made = await rig();
    const [first, again] = [await made.both('auth'), await made.authenticate('auth')];
    expect(again).toMatchObject({ repeated: true, step: first.step });
    expect(again.shown.view).toEqual(first.shown.view);
    expect(areqs(made)).toBe(1);
  });

  it('in several processes at once calls the bank once, and all of them get its answer', async () => {
    const made = await rig();
    await made.initiate('auth');
    made.sandbox.threeDS.faults.set({ mode: 'LATE', message: 'ARes', delayMs: 300, count: 1 });
    const processes = [made, made, made.beside(), made.beside()];
    const answers = await Promise.all(processes.map((one) => one.authenticate('auth')));
    expect(answers.map(({ shown }) => shown.view.result?.status)).toEqual(
      Array.from({ length: 4 }, () => 'AUTHENTICATION_SUCCESSFUL'),
    );
    expect(areqs(made)).toBe(1);
  });

  it('is not possible before INITIATE_AUTHENTICATION', async () => {
    const made = await rig();
    expect(await refused(made.authenticate('auth'))).toContain('INITIATE_AUTHENTICATION');
  });

  it.each([
    ['another card', card(undefined, '5123450000000206'), ['sourceOfFunds.provided.card.number']],
    ['another currency', { order: { amount: '12.00', currency: 'USD' } }, ['order.currency']],
    ['another purpose', { authentication: { channel: 'MERCHANT_REQUESTED' } }, ['authentication.channel']],
    ['no amount', { order: { currency: 'EUR' } }, ['order.amount']],
  ])('of %s is refused by name, without a request to the bank', async (_, more, fields) => {
    const made = await rig();
    await made.initiate('auth');
    expect(await refused(made.authenticate('auth', { ...request(), ...more }))).toEqual(fields);
    expect(areqs(made)).toBe(0);
    expect((await made.authenticate('auth')).shown.view.stage).toBe('ENDED');
  });

  it('without expiry is refused by name', async () => {
    const made = await rig();
    await made.initiate('auth');
    const body = { ...request(), sourceOfFunds: { provided: { card: { number: '5123450000000107' } } } };
    expect(await refused(made.authenticate('auth', body))).toEqual([
      'sourceOfFunds.provided.card.expiry.month',
      'sourceOfFunds.provided.card.expiry.year',
    ]);
  });

  it('is not possible any more once the profile disables it', async () => {
    const made = await rig();
    await made.initiate('auth');
    await made.initiate('none', initiation(card(undefined, NOT_ENROLLED)));
    await made.store.merchants.put({ id: 'SHOP', name: 'Shop' }, Date.now());
    const merchant = (await made.store.merchants.find('SHOP'))!;
    const later = made.beside({}, merchant);
    expect(await refused(later.authenticate('auth'))).toContain('does not want it any more');
    const { shown } = await later.authenticate('none', request(card(undefined, NOT_ENROLLED)));
    expect(shown.view.result?.status).toBe('AUTHENTICATION_NOT_SUPPORTED');
    expect(areqs(made)).toBe(0);
  });

  it('that makes no message is refused with the merchant’s field names', async () => {
    const made = await rig();
    const origin = `${ORIGIN}/${'x'.repeat(300)}`;
    const far = made.beside({ browser: { ...made.gateway.browser, publicOrigin: origin } });
    await far.initiate('auth');
    expect(await refused(far.authenticate('auth'))).toEqual(['payerAuthentication']);
    expect((await made.stored()).requested).toBeNull();
  });

  it.each(['AWAY', 'UNAVAILABLE', 'GARBAGE', 'MISSING', 'OTHER_TRANSACTION', 'ERRO', 'INTERNAL_ERROR'] as const)(
    'with the answer %s ends with an unknown result',
    async (mode) => {
      const made = await rig();
      await made.initiate('auth');
      made.sandbox.threeDS.faults.set({ mode, message: 'ARes', errorCode: '404', count: null });
      const { shown } = await made.authenticate('auth');
      expect(shown.view.result).toMatchObject({
        status: 'AUTHENTICATION_UNAVAILABLE',
        recommendation: 'MERCHANT_DECIDES',
      });
    },
  );

  it('with a directory server that is down, or of another scheme, ends with an unknown result', async () => {
    const made = await rig();
    await made.initiate('auth');
    made.sandbox.threeDS.door?.stay(true);
    expect((await made.authenticate('auth')).shown.view.result?.unknownBecause).toBe('NOT_SENT');
    made.sandbox.threeDS.door?.stay(false);
    made.sandbox.threeDS.door?.show(true);
    await made.initiate('other');
    expect((await made.authenticate('other')).shown.view.result?.status).toBe('AUTHENTICATION_UNAVAILABLE');
  });
});

describe('an answer of the bank', () => {
  it('is not lost to an operator who erases the customer meanwhile', async () => {
    const made = await rig();
    await made.initiate('auth');
    const erase = async () => {
      const order = (await made.store.orders.find(made.merchant.key, made.orderId))!;
      const authentication = await made.stored();
      const purpose = { ...authentication.purpose, details: {} };
      const authentications = [{ ...authentication, purpose }];
      const nothing = { transactions: [], links: [], notifications: [], sessions: [] };
      expect(await made.store.erasure.erase({ order, authentications, ...nothing }, Date.now())).toBe(true);
    };
    const held = holding(made.gateway, ({ send }) => erase().then(send));
    const { shown } = await made.beside(held).authenticate('auth');
    expect(shown.view.result?.status).toBe('AUTHENTICATION_SUCCESSFUL');
    expect((await made.stored()).purpose.details).toEqual({});
  });

  it('is not lost to a flood of other changes', async () => {
    const made = await rig();
    await made.initiate('auth');
    const { authentications } = made.gateway.payerAuthentication;
    let left = 0;
    const change: Authentications['change'] = async (authentication) => {
      if (left > 0) {
        left -= 1;
        const now = await made.stored();
        await authentications.change({ ...now, revision: now.revision + 1 });
      }
      return authentications.change(authentication);
    };
    const find: Authentications['find'] = (...given) => authentications.find(...given);
    const findByKey: Authentications['findByKey'] = (key) => authentications.findByKey(key);
    const flooded = Object.assign(Object.create(authentications) as Authentications, { change, find, findByKey });
    const { authenticator } = holding(made.gateway, ({ send }) => {
      left = 2 * RACES_MAX;
      return send();
    }).payerAuthentication;
    const payerAuthentication = { ...made.gateway.payerAuthentication, authenticator, authentications: flooded };
    const { shown } = await made.beside({ payerAuthentication }).authenticate('auth');
    expect([shown.view.result?.status, left]).toEqual(['AUTHENTICATION_SUCCESSFUL', 0]);
  });
});

describe('a process that dies', () => {
  it('between the request and the answer leaves an authentication that another process ends', async () => {
    const made = await rig();
    await made.initiate('auth');
    const dying = made.beside(holding(made.gateway, () => new Promise(() => undefined)));
    const gone = dying.authenticate('auth');
    gone.catch(() => undefined);
    await expect.poll(async () => (await made.stored()).requested).not.toBeNull();
    const repeat = made.beside({ pause: () => pause(1) }).authenticate('auth');
    const early = await refused(repeat);
    expect(early).toContain('still under way');
    made.pass(16_000);
    await made.round();
    const { shown, repeated } = await made.authenticate('auth');
    expect(repeated).toBe(true);
    expect(shown.view.result).toMatchObject({ status: 'AUTHENTICATION_UNAVAILABLE', unknownBecause: 'NO_ARES' });
    expect((await made.stored()).wakeAt).toBeNull();
  });

  it('before it stores an answer leaves the end to the timeout, and a late answer changes nothing', async () => {
    const made = await rig();
    await made.initiate('auth');
    let answer: () => void = () => undefined;
    const slow = made.beside(
      holding(made.gateway, async ({ send }) => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return send();
      }),
    );
    const asking = slow.authenticate('auth');
    await expect.poll(async () => (await made.stored()).requested).not.toBeNull();
    made.pass(16_000);
    await made.round();
    answer();
    expect((await asking).shown.view.result?.unknownBecause).toBe('NO_ARES');
  });

  it('or that lost its lease starts no authentication', async () => {
    const made = await rig();
    const cut = made.beside({ isAlive: () => false });
    expect(await refused(cut.initiate('auth'))).toContain('store');
    await made.initiate('auth');
    expect(await refused(cut.authenticate('auth'))).toContain('store');
    expect(areqs(made)).toBe(0);
  });
});
