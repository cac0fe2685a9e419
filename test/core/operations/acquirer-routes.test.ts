/**
 * Several acquirers: the merchant's routes choose the acquirer of a payment, and all later operations use the same one.
 */
import { describe, expect, it } from 'vitest';
import { refundDecisionWorker } from '../../../src/core/operations/refund-decisions.ts';
import { logMissingAcquirers } from '../../../src/core/processing/missing-acquirers.ts';
import { followUpWorker } from '../../../src/core/recovery/follow-ups.ts';
import { recover } from '../../../src/core/recovery/recovery.ts';
import { reversalWorker } from '../../../src/core/recovery/reversals.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { answered, CARD, cardBody, merchant, RecordingAcquirer } from '../world.ts';
import { amount, type Bench, bench, oneRound, shop, target } from './bench.ts';

const VISA = '4508750015741019';
const EVERYTHING = { acquirerRoutes: [{ acquirer: 'eu' }] };
const NOWHERE = { acquirerRoutes: [] };

interface Routed extends Bench {
  readonly eu: RecordingAcquirer;
}

/** A shop with a second acquirer beside the default one. */
function routed(settings: object = EVERYTHING): Routed {
  const on = bench(settings);
  const eu = new RecordingAcquirer();
  on.acquirers.set('eu', eu);
  return { ...on, eu };
}

const messages = ({ requests, sentAdvices, advices }: RecordingAcquirer) => [
  ...requests.map(({ kind }) => kind),
  ...sentAdvices.map(({ advice }) => advice.kind),
  ...advices.map(() => 'REVERSAL'),
];

const cardOf = (number: string) => ({ sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD, number } } } });
const giftCard = { sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number: '6006000000000101' } } } };

describe('a new payment goes to the first route that fits it', () => {
  const routes = [
    { acquirer: 'gift', sourceOfFunds: ['GIFT_CARD'] },
    { acquirer: 'visa-eur', brands: ['VISA', 'AMEX'], currencies: ['EUR'] },
    { acquirer: 'visa', brands: ['VISA'] },
    { acquirer: 'dollar', currencies: ['USD', 'CAD'] },
  ];
  it.each([
    ['gift', giftCard, 'EUR'],
    ['visa-eur', cardOf(VISA), 'EUR'],
    ['visa', cardOf(VISA), 'USD'],
    ['dollar', cardOf(CARD.number), 'USD'],
    ['default', cardOf(CARD.number), 'EUR'],
  ])('named %s, for %j in %s', async (expected, source, currency) => {
    const on = bench({ acquirerRoutes: routes });
    for (const { acquirer } of routes) {
      on.acquirers.set(acquirer, new RecordingAcquirer());
    }
    await on.run('PAY', '1', { order: { amount: '12', currency }, ...source });
    const asked = [...on.acquirers].filter(([, { requests }]) => requests.length > 0).map(([name]) => name);
    expect(asked).toEqual([expected]);
    const [row] = on.orders.rows.values();
    expect(row?.request.acquirer).toBe(expected === 'default' ? undefined : expected);
  });
});

const LIVES = {
  'a partly captured, refunded and voided authorization': [
    ['AUTHORIZE', cardBody()],
    ['UPDATE_AUTHORIZATION', amount('20')],
    ['CAPTURE', amount('15')],
    ['REFUND', amount('5')],
    ['VOID', target('4')],
    ['CAPTURE', amount('1')],
    ['VOID', target('6')],
  ],
  'a payment refunded and a refund voided': [
    ['PAY', cardBody()],
    ['REFUND', amount('5')],
    ['VOID', target('2')],
  ],
  'a voided authorization': [
    ['AUTHORIZE', cardBody()],
    ['VOID', target('1')],
  ],
} as const;

describe('operations on a payment use its acquirer', () => {
  it.each(Object.entries(LIVES))('in %s', async (_name, life) => {
    const on = routed();
    for (const [index, [operation, body]] of life.entries()) {
      // The current routes do not matter: the payment's own is recorded.
      const own = shop(index === 0 ? EVERYTHING : NOWHERE);
      await on.run(operation, `${index + 1}`, body, { merchant: own });
    }
    expect(messages(on.eu)).toHaveLength(life.length);
    expect(messages(on.acquirer)).toEqual([]);
  });

  it('a payment from before there were routes goes to the default acquirer, and so do its follow-ups', async () => {
    const on = routed(NOWHERE);
    await on.run('AUTHORIZE', '1', cardBody());
    await on.run('CAPTURE', '2', amount('12'), { merchant: shop(EVERYTHING) });
    await on.run('REFUND', '3', amount('5'), { merchant: shop(EVERYTHING) });
    expect(messages(on.acquirer)).toEqual(['AUTHORIZATION', 'REFUND', 'CAPTURE']);
    expect(messages(on.eu)).toEqual([]);
  });

  it('for a referral', async () => {
    const on = routed();
    on.eu.says = () => answered({ gatewayCode: 'REFERRED' });
    await on.run('AUTHORIZE', '1', cardBody());
    on.eu.says = () => answered();
    await on.run('REFERRAL', '2', { transaction: { authorizationCode: '123456' } }, { merchant: shop(NOWHERE) });
    expect(messages(on.eu)).toEqual(['AUTHORIZATION', 'AUTHORIZATION']);
    expect(messages(on.acquirer)).toEqual([]);
  });

  it('for a reversal, until it is acknowledged there', async () => {
    const on = routed();
    on.eu.says = () => ({ status: 'NO_ANSWER' });
    await on.run('PAY', '1', cardBody());
    await oneRound(reversalWorker(on.gateway));
    expect([messages(on.acquirer), messages(on.eu)]).toEqual([[], ['PAYMENT']]);
    on.eu.acknowledges = () => false;
    await oneRound(reversalWorker(on.gateway, 'eu'));
    on.eu.acknowledges = () => true;
    on.pass(60_000);
    await oneRound(reversalWorker(on.gateway, 'eu'));
    expect(on.eu.advices.map(({ repeat }) => repeat)).toEqual([false, true]);
    expect(messages(on.acquirer)).toEqual([]);
    expect([...on.orders.reversals.values()]).toMatchObject([{ dueAt: null }]);
  });

  it('for a repeated advice, and for the query of an open result', async () => {
    const on = routed();
    await on.run('AUTHORIZE', '1', cardBody());
    on.eu.saysToAdvice = () => ({ status: 'NO_ANSWER' });
    await on.run('CAPTURE', '2', amount('12'));
    on.eu.saysToAdvice = () => answered({ gatewayCode: 'PENDING' });
    on.eu.knows = () => answered();
    on.pass(3_600_000);
    await oneRound(followUpWorker(on.gateway));
    expect(on.eu.sentAdvices).toHaveLength(1);
    await oneRound(followUpWorker(on.gateway, 'eu'));
    expect(on.eu.sentAdvices.map(({ repeat }) => repeat)).toEqual([false, true]);
    expect(on.standing()).toMatchObject({ status: 'CAPTURED', captured: 1_200n });
    expect(messages(on.acquirer)).toEqual([]);
  });

  it('for the reversal of a payment whose process died', async () => {
    const on = routed();
    on.eu.says = () => new Promise(() => {});
    void on.run('PAY', '1', cardBody());
    await expect.poll(() => on.eu.requests.length).toBe(1);
    expect(await recover(on.restarted())).toBe(1);
    expect([...on.orders.reversals.values()]).toMatchObject([{ acquirer: 'eu' }]);
    await oneRound(reversalWorker(on.gateway, 'eu'));
    expect(messages(on.eu)).toEqual(['PAYMENT', 'REVERSAL']);
  });
});

describe('standalone operations use the current routes', () => {
  const alone = { permissions: { standaloneCapture: true, standaloneRefund: true } };
  const card = { sourceOfFunds: cardBody().sourceOfFunds };
  it.each([
    ['CAPTURE', { ...amount('5', { authorizationCode: '123456' }), ...card }],
    ['REFUND', { ...amount('5'), ...card }],
  ] as const)('for %s', async (operation, body) => {
    const on = routed({ ...EVERYTHING, ...alone });
    await on.run(operation, '1', body);
    expect(messages(on.eu)).toEqual([operation]);
    expect(messages(on.acquirer)).toEqual([]);
  });

  it('a refund that waited for approval goes by the routes of the time of its request', async () => {
    const waiting = { permissions: { standaloneRefund: true, refundApproval: true } };
    const on = routed({ ...EVERYTHING, ...waiting });
    const { key } = await on.run('REFUND', '1', { ...amount('5'), ...card });
    on.orders.decisions.set(key, 'APPROVED');
    const today = async () => shop({ ...NOWHERE, ...waiting });
    const worker = () => refundDecisionWorker({ gateway: on.gateway, merchantByKey: today });
    on.eu.isReady = false;
    await oneRound(worker());
    expect(messages(on.eu)).toEqual([]);
    expect(on.orders.decisions.size).toBe(1);
    on.eu.isReady = true;
    await oneRound(worker());
    expect(messages(on.eu)).toEqual(['REFUND']);
    expect(messages(on.acquirer)).toEqual([]);
  });
});

describe('an acquirer that is not configured any more', () => {
  it('is not called or replaced: a payment fails, with nothing to reverse', async () => {
    const on = routed();
    on.acquirers.delete('eu');
    const { outcome } = await on.run('PAY', '1', cardBody());
    expect(outcome).toMatchObject({ gatewayCode: 'ACQUIRER_SYSTEM_ERROR' });
    expect(messages(on.acquirer)).toEqual([]);
    expect(on.orders.reversals.size).toBe(0);
  });

  it('gives the same outcome as a configured one that is down', async () => {
    const [gone, away] = [routed(), routed()];
    gone.acquirers.delete('eu');
    away.eu.says = () => ({ status: 'NOT_SENT' });
    const [one, other] = [await gone.run('PAY', '1', cardBody()), await away.run('PAY', '1', cardBody())];
    expect(one).toEqual(other);
  });

  it('leaves a capture PENDING, which is sent when the acquirer is configured again', async () => {
    const on = routed();
    await on.run('AUTHORIZE', '1', cardBody());
    on.acquirers.delete('eu');
    const { outcome } = await on.run('CAPTURE', '2', amount('12'));
    expect(outcome?.gatewayCode).toBe('PENDING');
    on.pass(3_600_000);
    await oneRound(followUpWorker(on.gateway));
    expect(messages(on.acquirer)).toEqual([]);
    on.acquirers.set('eu', on.eu);
    await oneRound(followUpWorker(on.gateway, 'eu'));
    expect(messages(on.eu)).toEqual(['AUTHORIZATION', 'CAPTURE']);
    expect(on.standing()).toMatchObject({ status: 'CAPTURED' });
  });

  it('is reported to the operator, with the merchants that route there', async () => {
    const [on, log] = [bench(), memoryLog()];
    const merchants = [merchant, { ...merchant, id: 'OTHER', profile: shop(EVERYTHING).profile }];
    const awaited = async () => new Set(['default', 'old']);
    await logMissingAcquirers({ configured: on.acquirers, merchants: async () => merchants, awaited }, log);
    expect(log.lines.map(({ level, about }) => [level, about])).toEqual([
      ['error', { acquirer: 'eu', merchant: 'OTHER' }],
      ['error', { acquirer: 'old' }],
    ]);
  });

  it('does not prevent the start of a gateway where its rows cannot be read', async () => {
    const log = memoryLog();
    const merchants = () => Promise.reject(new Error('damaged'));
    await logMissingAcquirers({ configured: new Map(), merchants, awaited: async () => new Set() }, log);
    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
  });
});
