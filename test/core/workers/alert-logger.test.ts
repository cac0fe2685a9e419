import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import type { Alert, AlertKind, StoredTransaction } from '../../../src/core/ports/index.ts';
import { AlertLogger } from '../../../src/core/workers/alert-logger.ts';
import { followUpAlert } from '../../../src/core/workers/alert-rules.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { approval, START } from '../world.ts';

const concern = (kind: AlertKind, key = 1): Alert => ({
  kind,
  key,
  merchantId: 'TESTSHOP',
  orderId: 'a secret order',
  transactionId: '1',
  receipt: '632502000001',
  amount: 1_200n,
  currency: 'EUR',
  since: START,
  tries: 6,
});

function watch(speaks = true) {
  const log = memoryLog();
  const world = { now: START, listed: [] as Alert[], speaks, fails: false, broken: { count: 0, last: '' } };
  const alerts = new AlertLogger({
    alerts: {
      list: async () => {
        if (world.fails) {
          throw new Error('the store is away');
        }
        return world.listed;
      },
    },
    clock: { now: () => world.now },
    log,
    isLeader: async () => world.speaks,
    invariants: () => world.broken,
  });
  const logged = () => log.lines.splice(0).map(({ level, about }) => `${level} ${(about as { alert: string }).alert}`);
  const look = async (...listed: readonly Alert[]) => {
    world.listed = [...listed];
    await alerts.check();
    return logged();
  };
  return { alerts, world, log, look };
}

it('the logger reports a broken invariant once for each check that finds more, in any process, even while the store cannot be read', async () => {
  const { look, world, alerts, log } = watch(false);
  expect(await look()).toEqual([]);
  world.broken = { count: 2, last: 'the amount of order 7 is no amount as it is stored' };
  expect(await look()).toEqual(['error INVARIANT_BROKEN']);
  expect(await look()).toEqual([]);
  world.broken = { count: 3, last: 'likewise' };
  world.fails = true;
  await expect(alerts.check()).rejects.toThrow('the store is away');
  expect(log.lines.map(({ about }) => about)).toEqual([
    { alert: 'INVARIANT_BROKEN', alarm: 'INVARIANT_BROKEN', times: 3, last: 'likewise' },
  ]);
});

describe('an alarm', () => {
  it('is logged once when it starts, once an hour while it lasts, and once at its end', async () => {
    const { look, world } = watch();
    await look();
    const locked = concern('ORDER_LOCKED');
    expect(await look(locked)).toEqual(['error ORDER_LOCKED']);
    for (let minute = 0; minute < 59; minute += 1) {
      world.now += 60_000;
      expect(await look(locked)).toEqual([]);
    }
    world.now += 60_000;
    expect(await look(locked)).toEqual(['error ORDER_LOCKED']);
    world.now += HOUR_MS;
    expect(await look(locked)).toEqual(['error ORDER_LOCKED']);
    expect(await look()).toEqual(['info ORDER_LOCKED']);
    expect(await look()).toEqual([]);
    expect(await look(locked)).toEqual(['error ORDER_LOCKED']);
  });

  it('of a reversal, whose sixth try has been reported, is reported an hour later', async () => {
    const { look, world } = watch();
    await look();
    const reversal = concern('REVERSAL_UNACKNOWLEDGED');
    expect(await look(reversal)).toEqual([]);
    world.now += HOUR_MS - 1;
    expect(await look(reversal)).toEqual([]);
    world.now += 1;
    expect(await look(reversal)).toEqual(['error REVERSAL_UNACKNOWLEDGED']);
  });

  it('that was there before the process began is reported at its first check', async () => {
    const { look } = watch();
    expect(await look(concern('REVERSAL_UNACKNOWLEDGED'), concern('RESULT_OPEN'))).toEqual([
      'error REVERSAL_UNACKNOWLEDGED',
      'error RESULT_OPEN',
    ]);
  });

  it('is each row’s own, and names no merchant’s order', async () => {
    const { look, log, world } = watch();
    expect(await look(concern('RESULT_OPEN', 1), concern('RESULT_OPEN', 2), concern('ORDER_LOCKED', 1))).toHaveLength(
      3,
    );
    world.now += HOUR_MS;
    await look(concern('RESULT_OPEN', 1));
    expect(JSON.stringify(log.lines)).not.toContain('secret');
  });

  it('is reported by one process alone, and by the next one when that is gone, at its hour', async () => {
    const { look, world } = watch(false);
    const locked = concern('ORDER_LOCKED');
    expect(await look(locked)).toEqual([]);
    world.speaks = true;
    expect(await look(locked)).toEqual([]);
    world.now += HOUR_MS;
    expect(await look(locked)).toEqual(['error ORDER_LOCKED']);
  });

  it('does not include a decision that waits for a person, which is counted all the same', async () => {
    const { look, alerts } = watch();
    expect(await look(concern('REFUND_WAITING'), concern('LATE_PAYMENT'), concern('LATE_PAYMENT', 2))).toEqual([]);
    expect([...alerts.counts()]).toEqual([
      ['REFUND_WAITING', 1],
      ['LATE_PAYMENT', 2],
    ]);
  });
});

describe('a transaction that is followed up', () => {
  const stored = (given: object): StoredTransaction =>
    ({
      createdAt: START,
      request: { type: 'CAPTURE', operation: 'CAPTURE', instrument: { type: 'CARD' } },
      outcome: { gatewayCode: 'PENDING' },
      ...given,
    }) as StoredTransaction;
  const asked = { request: { type: 'PAYMENT', operation: 'PAY', instrument: { type: 'CARD' } } };
  const atProvider = {
    request: { type: 'REFUND', operation: 'REFUND', instrument: { type: 'BROWSER_PAYMENT', provider: 'demoWallet' } },
  };

  const silent = {
    request: { ...atProvider.request, type: 'PAYMENT', operation: 'INITIATE_BROWSER_PAYMENT' },
    outcome: { gatewayCode: 'ABORTED' },
    updatedAt: START,
  };
  const decided = { gatewayCode: 'ABORTED', provider: { gatewayCode: 'ABORTED' } };

  it.each<[string, object, number, AlertKind | undefined]>([
    ['an advice, unheard', {}, HOUR_MS - 1, undefined],
    ['an advice, unheard', {}, HOUR_MS, 'ADVICE_UNANSWERED'],
    ['a refund that a provider has not heard', atProvider, HOUR_MS, 'ADVICE_UNANSWERED'],
    ['an advice that was heard', { outcome: { gatewayCode: 'PENDING', reply: approval } }, HOUR_MS, undefined],
    ['an advice that was heard', { outcome: { gatewayCode: 'PENDING', reply: approval } }, 24 * HOUR_MS, 'RESULT_OPEN'],
    ['a request', { ...asked, outcome: { gatewayCode: 'UNKNOWN' } }, 24 * HOUR_MS - 1, undefined],
    ['a request', { ...asked, outcome: { gatewayCode: 'UNKNOWN' } }, 24 * HOUR_MS, 'RESULT_OPEN'],
    ['a payment that ended while its provider was silent', silent, 168 * HOUR_MS - 1, undefined],
    ['a payment that ended while its provider was silent', silent, 168 * HOUR_MS, 'RESULT_MISSING'],
    ['a payment that its provider has ended', { ...silent, outcome: decided }, 168 * HOUR_MS, undefined],
    ['one that is known, and only looked after', { outcome: { gatewayCode: 'CANCELLED' } }, 48 * HOUR_MS, undefined],
    ['one that is under way', { outcome: undefined }, 48 * HOUR_MS, undefined],
  ])('%s: %j after %d ms is %s', (_name, given, ageMs, kind) => {
    expect(followUpAlert(stored(given), START + ageMs)).toBe(kind);
  });
});
