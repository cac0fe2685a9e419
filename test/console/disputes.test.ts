/** Disputes on the engine of the run: their deadlines in words, their places in the list, and the mails about them. */
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/adapters/store/store.ts';
import { deadlineOf } from '../../src/console/disputes.ts';
import { ALL_MERCHANTS } from '../../src/console/index.ts';
import { alarmRecipients } from '../../src/console/mails/alarm-recipients.ts';
import { DisputeWatch } from '../../src/console/mails/dispute-watch.ts';
import { DAY_MS, HOUR_MS } from '../../src/contract/durations.ts';
import type { FoundPayment, ProviderDispute, StoredDispute } from '../../src/core/ports/index.ts';
import { disputeTag, dueWords } from '../../src/web/components/console/dispute-words.ts';
import type { DisputeEntry } from '../../src/web/views/console/index.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';
import { opened } from '../adapters/store/rig.ts';
import { storeIntent } from '../adapters/store/stored-transactions.ts';

const NOW = Date.parse('2026-11-29T12:00Z');
const DISPUTE: ProviderDispute = { id: 'PP-D-1', isOpen: true, changedAt: NOW, facts: { reason: 'OTHER' } };

async function shop() {
  const store = await opened();
  const { order } = await storeIntent(store, 'ORDER-1');
  const { key: orderKey, merchantKey } = order;
  const found = { payment: { provider: 'paypal' }, order } as unknown as FoundPayment;
  return {
    store,
    merchantKey,
    put: (dispute: Partial<ProviderDispute>, now = NOW) =>
      store.browserPayments.recordDispute(found, { ...DISPUTE, ...dispute }, now),
    async ids(isOpen: boolean) {
      const search = { merchantKey, isOpen, overdueSince: NOW - 30 * DAY_MS, limit: 10 };
      return (await store.disputes.search(search)).map(({ id }) => id);
    },
    one: async (id: string) => (await store.disputes.ofOrder(orderKey)).find((dispute) => dispute.id === id),
  };
}

describe('the list of disputes', () => {
  it('has open ones by their deadline, those without one last, and closed ones by their last change', async () => {
    const { put, ids } = await shop();
    await put({ id: 'LATER', dueAt: NOW + 9 * DAY_MS });
    await put({ id: 'UNKNOWN' });
    await put({ id: 'SOON', dueAt: NOW + DAY_MS });
    await put({ id: 'OVERDUE', dueAt: NOW - DAY_MS });
    await put({ id: 'MISSED', dueAt: NOW - 31 * DAY_MS, changedAt: NOW - 40 * DAY_MS });
    await put({ id: 'WON', isOpen: false });
    expect(await ids(true)).toEqual(['OVERDUE', 'SOON', 'LATER', 'UNKNOWN']);
    expect(await ids(false)).toEqual(['WON', 'MISSED']);
  });

  it('keeps the later one of two states that arrive in another sequence', async () => {
    const { put, one } = await shop();
    await put({ isOpen: false, changedAt: NOW + 2, facts: { outcome: 'ACCEPTED' } });
    await put({ changedAt: NOW + 1 });
    expect(await one('PP-D-1')).toMatchObject({ isOpen: false, orderId: 'ORDER-1', facts: { outcome: 'ACCEPTED' } });
  });
});

it.each<[string, Partial<StoredDispute>, string]>([
  ['today', { dueAt: NOW + HOUR_MS }, 'due today'],
  ['tomorrow in Tokyo, where it is 21:00', { dueAt: NOW + 4 * HOUR_MS }, 'due tomorrow'],
  ['in days', { dueAt: NOW + 5 * DAY_MS }, 'due in 5 days'],
  ['an hour ago', { dueAt: NOW - HOUR_MS }, 'overdue since today'],
  ['a day ago', { dueAt: NOW - DAY_MS }, 'overdue by 1 day'],
  ['a day without a time', { dueAt: NOW, facts: { lastDay: '2026-11-29' } }, 'due today'],
  ['a day that has passed', { dueAt: NOW, facts: { lastDay: '2026-11-27' } }, 'overdue by 2 days'],
])('a deadline %s is said in words, in the merchant’s zone', (_, dispute, words) => {
  const deadline = deadlineOf({ facts: {}, ...dispute } as StoredDispute, 'Asia/Tokyo', NOW);
  expect(deadline && dueWords(deadline)).toBe(words);
});

it.each<[outcome: string | undefined, standing: string, returned: string, text: string, tone: string | undefined]>([
  ['RESOLVED_SELLER_FAVOUR', '0.00', '0.00', 'won', 'right'],
  ['RESOLVED_BUYER_FAVOUR', '5.00', '0.00', 'lost', 'wrong'],
  ['ACCEPTED', '5.00', '0.00', 'accepted', 'wrong'],
  ['CANCELED_BY_BUYER', '0.00', '0.00', 'withdrawn', 'right'],
  [undefined, '0.00', '5.00', 'returned', 'right'],
  [undefined, '5.00', '0.00', 'not returned', 'wrong'],
  ['SOMETHING_NEW', '0.00', '0.00', 'closed', undefined],
])('the end %s with %s charged back and %s returned is %s', (outcome, standing, returned, text, tone) => {
  const amount = (value: string) => ({ value, currency: 'EUR', exponent: 2 });
  const entry = { isOpen: false, described: { outcome }, standing: amount(standing), returned: amount(returned) };
  expect(disputeTag(entry as unknown as DisputeEntry)).toEqual({ text, tone });
});

describe('a mail about a dispute', () => {
  const watchAt = (store: Store, now: number) =>
    new DisputeWatch({
      staffMails: store.staffMails,
      choices: store.staffMails,
      people: store.consolePeople,
      clock: { now: () => now } as never,
      log: memoryLog(),
    });

  /** Queued since the last call: the person and the kind of each. */
  async function mails(store: Store) {
    const claimed = await store.staffMailQueue.claim(NOW + 99 * DAY_MS, 100, 0);
    const found = await Promise.all(claimed.map(({ key }) => store.staffMails.find(key)));
    await Promise.all(claimed.map(({ key }) => store.staffMailQueue.remove(key)));
    return found.map((mail) => [mail?.personKey, mail?.kind]);
  }

  async function person(store: Store, merchantKey: number, role: 'administrator' | 'operator' | 'viewer') {
    const { key } = await store.consolePeople.add(`${role}@shop.example`, NOW);
    await store.consolePeople.keepOpenIdSubject(key, role);
    await store.consolePeople.grant(key, { merchantKey: role === 'operator' ? ALL_MERCHANTS : merchantKey, role });
    return key;
  }

  it('is queued once when it opens, and once three days before its deadline', async () => {
    const { store, merchantKey, put } = await shop();
    const key = await person(store, merchantKey, 'administrator');
    await put({ dueAt: NOW + 10 * DAY_MS });
    for (const now of [NOW, NOW + 1, NOW + 7 * DAY_MS - 1]) {
      await watchAt(store, now).look();
    }
    expect(await mails(store)).toEqual([[key, 'DISPUTE']]);
    await watchAt(store, NOW + 7 * DAY_MS).look();
    await watchAt(store, NOW + 9 * DAY_MS).look();
    expect(await mails(store)).toEqual([[key, 'DISPUTE']]);
  });

  it('is not queued by a store that the merchant leaves, which still has those that were queued before', async () => {
    const { store, merchantKey, put } = await shop();
    await person(store, merchantKey, 'administrator');
    await put({ id: 'BEFORE' });
    await watchAt(store, NOW).look();
    await put({ id: 'AFTER' });
    const move = { merchantKey, merchantId: 'SHOP', otherStore: 2, runner: 'command', changedAt: NOW };
    await store.moves.begin({ ...move, step: 'OPEN' });
    await store.moves.advance(move, 'OPEN', 'CLOSED', NOW);
    await watchAt(store, NOW + 1).look();
    expect(await mails(store)).toHaveLength(1);
    await store.moves.advance(move, 'CLOSED', 'OPEN', NOW);
    await watchAt(store, NOW + 2).look();
    expect(await mails(store)).toHaveLength(1);
  });

  it('follows a deadline that moves, and none follows once it is closed', async () => {
    const { store, merchantKey, put } = await shop();
    const key = await person(store, merchantKey, 'administrator');
    await put({ dueAt: NOW + 4 * DAY_MS });
    await put({ dueAt: NOW + 20 * DAY_MS, changedAt: NOW + 1 }, NOW + 1);
    await watchAt(store, NOW + 16 * DAY_MS).look();
    expect(await mails(store)).toEqual([[key, 'DISPUTE']]);
    await put({ isOpen: false, dueAt: undefined, changedAt: NOW + 2 }, NOW + 2);
    await watchAt(store, NOW + 18 * DAY_MS).look();
    expect(await mails(store)).toEqual([]);
  });

  it('is for administrators and refunders, and for others who have chosen it', async () => {
    const { store, merchantKey } = await shop();
    const administrator = await person(store, merchantKey, 'administrator');
    const viewer = await person(store, merchantKey, 'viewer');
    await person(store, merchantKey, 'operator');
    const recipients = () =>
      alarmRecipients('disputes', { people: store.consolePeople, choices: store.staffMails }, { key: merchantKey });
    expect(await recipients()).toEqual([administrator]);
    const choose = (personKey: number, disputes: 'OFF' | 'ON') =>
      store.staffMails.choose({ personKey, merchantKey }, { reports: 'NONE', alarms: null, disputes }, '');
    await choose(administrator, 'OFF');
    await choose(viewer, 'ON');
    expect(await recipients()).toEqual([viewer]);
  });
});
