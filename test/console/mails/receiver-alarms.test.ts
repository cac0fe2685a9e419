/** Receivers of notifications that fail, on the engine of the run: which mails are queued, and how often. */
import { expect, it } from 'vitest';
import type { Store } from '../../../src/adapters/store/store.ts';
import { ALL_MERCHANTS } from '../../../src/console/index.ts';
import { alarmRecipients } from '../../../src/console/mails/alarm-recipients.ts';
import { ReceiverWatch } from '../../../src/console/mails/receiver-watch.ts';
import { DAY_MS, HOUR_MS } from '../../../src/contract/durations.ts';
import type { NotificationState, ReceiverAlarms } from '../../../src/core/ports/index.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { newUrl, opened } from '../../adapters/store/rig.ts';

const NOW = Date.parse('2026-11-29T12:00Z');
const URL_THERE = 'https://shop.example/hook';

interface Shop {
  readonly url: string;
  readonly store: Store;
  readonly merchantKey: number;
  readonly receiver: string;
  /** The key of a person who may sign in. */
  person(
    email: string,
    role: 'administrator' | 'developer' | 'operator' | 'viewer',
    isForAll?: boolean,
  ): Promise<number>;
}

async function shop(): Promise<Shop> {
  const url = await newUrl();
  const store = await opened(url);
  await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW, () => new Uint8Array());
  const merchantKey = (await store.merchants.find('SHOP'))?.key ?? 0;
  return {
    url,
    store,
    merchantKey,
    receiver: `${merchantKey} https://shop.example`,
    async person(email, role, isForAll = false) {
      const { key } = await store.consolePeople.add(email, NOW);
      await store.consolePeople.keepOpenIdSubject(key, email);
      await store.consolePeople.grant(key, { merchantKey: isForAll ? ALL_MERCHANTS : merchantKey, role });
      return key;
    },
  };
}

interface Failing {
  readonly isFailing: boolean;
  readonly state?: NotificationState;
  readonly tries?: number;
  readonly firstTryAt?: number;
}

/** A watch over a receiver whose notifications are as given; alarms and mails are those of the store. */
function watchOf({ store, receiver }: Shop, now: number, { isFailing, state, tries = 4, firstTryAt }: Failing) {
  const receiverAlarms: ReceiverAlarms = {
    receivers: async () => (isFailing ? [{ receiver }] : []),
    longFailing: async () =>
      isFailing
        ? { notificationKey: 7, url: `${URL_THERE}?secret=1`, tries, firstTryAt: firstTryAt ?? now - HOUR_MS }
        : undefined,
    isFailing: async () => isFailing,
    countWaiting: async () => 1,
    openAlarms: () => store.receiverAlarms.openAlarms(),
    raiseAlarm: (alarm, at) => store.receiverAlarms.raiseAlarm(alarm, at),
    forgetAlarms: (at) => store.receiverAlarms.forgetAlarms(at),
  };
  return new ReceiverWatch({
    receiverAlarms,
    staffMails: store.staffMails,
    choices: store.staffMails,
    people: store.consolePeople,
    notifications: { find: async () => (state === undefined ? undefined : ({ state } as never)) },
    clock: { now: () => now } as never,
    log: memoryLog(),
  });
}

/** Mails queued since the last call, which are removed: the person and the kind of each. */
async function mails({ store }: Shop): Promise<[number | undefined, string | undefined][]> {
  const claimed = await store.staffMailQueue.claim(NOW + 10 * DAY_MS, 100, 0);
  const due = claimed.sort((one, other) => one.key - other.key);
  const found = await Promise.all(due.map(({ key }) => store.staffMails.find(key)));
  await Promise.all(due.map(({ key }) => store.staffMailQueue.remove(key)));
  return found.map((mail) => [mail?.personKey, mail?.kind]);
}

it('that has failed for an hour is mailed at once, then once a day, and when it works again', async () => {
  const place = await shop();
  const key = await place.person('dev@shop.example', 'developer');
  await watchOf(place, NOW, { isFailing: true, firstTryAt: NOW - HOUR_MS + 1 }).look();
  await watchOf(place, NOW, { isFailing: true, tries: 2 }).look();
  expect(await mails(place)).toEqual([]);
  await watchOf(place, NOW, { isFailing: true }).look();
  expect(await mails(place)).toEqual([[key, 'FAILING']]);
  expect(await place.store.receiverAlarms.openAlarms()).toMatchObject([{ url: URL_THERE, since: NOW - HOUR_MS }]);
  await watchOf(place, NOW + DAY_MS - 1, { isFailing: true }).look();
  expect(await mails(place)).toEqual([]);
  await watchOf(place, NOW + DAY_MS, { isFailing: true }).look();
  expect(await mails(place)).toEqual([[key, 'FAILING']]);
  await watchOf(place, NOW + DAY_MS + 1, { isFailing: false, state: 'DELIVERED' }).look();
  await watchOf(place, NOW + DAY_MS + 2, { isFailing: false, state: 'DELIVERED' }).look();
  expect(await mails(place)).toEqual([[key, 'WORKING']]);
});

it('that fails again on the same day waits for the next day, without a mail about an end in between', async () => {
  const place = await shop();
  const key = await place.person('dev@shop.example', 'developer');
  await watchOf(place, NOW, { isFailing: true }).look();
  await watchOf(place, NOW + HOUR_MS, { isFailing: false, state: 'DELIVERED' }).look();
  expect(await mails(place)).toEqual([
    [key, 'FAILING'],
    [key, 'WORKING'],
  ]);
  await watchOf(place, NOW + 3 * HOUR_MS, { isFailing: true }).look();
  await watchOf(place, NOW + 4 * HOUR_MS, { isFailing: false, state: 'DELIVERED' }).look();
  expect(await mails(place)).toEqual([]);
  await watchOf(place, NOW + 2 * DAY_MS, { isFailing: true }).look();
  expect(await mails(place)).toEqual([[key, 'FAILING']]);
});

it('that was given up is mailed so', async () => {
  const place = await shop();
  const key = await place.person('admin@shop.example', 'administrator');
  await watchOf(place, NOW, { isFailing: true }).look();
  await mails(place);
  await watchOf(place, NOW + HOUR_MS, { isFailing: false, state: 'GIVEN_UP' }).look();
  expect(await mails(place)).toEqual([[key, 'GIVEN_UP']]);
});

it('that answered 410 Gone is owed a mail from the same commit on, and a second address a day later', async () => {
  const place = await shop();
  const key = await place.person('dev@shop.example', 'developer');
  const quiet = { isFailing: false } as const;
  await place.store.notifications.switchOff(place.merchantKey, URL_THERE, NOW);
  await watchOf(place, NOW, quiet).look();
  await watchOf(place, NOW + 1, quiet).look();
  expect(await mails(place)).toEqual([[key, 'SWITCHED_OFF']]);
  await place.store.notifications.switchOff(place.merchantKey, 'https://shop.example/other', NOW + HOUR_MS);
  await watchOf(place, NOW + HOUR_MS, quiet).look();
  expect(await mails(place)).toEqual([]);
  await watchOf(place, NOW + DAY_MS, quiet).look();
  expect(await mails(place)).toEqual([[key, 'SWITCHED_OFF']]);
});

it('is mailed by one of two processes', async () => {
  const place = await shop();
  const key = await place.person('dev@shop.example', 'developer');
  const other = await opened(place.url, { owner: false });
  await watchOf(place, NOW, { isFailing: true, firstTryAt: NOW }).look();
  await place.store.receiverAlarms.raiseAlarm(
    { receiver: place.receiver, merchantKey: place.merchantKey, url: URL_THERE, notificationKey: 7, since: NOW },
    NOW,
  );
  const [alarm] = await other.receiverAlarms.openAlarms();
  await watchOf(place, NOW, { isFailing: true }).look();
  const late =
    alarm &&
    (await other.staffMails.mailAlarm(
      alarm,
      { kind: 'FAILING', about: '{}', to: [key] },
      {
        now: NOW,
        next: NOW + DAY_MS,
        endedAt: null,
      },
    ));
  expect(late).toBe(false);
  expect(await mails(place)).toEqual([[key, 'FAILING']]);
});

it('is mailed to those who can mend it, unless they have switched it off, and to operators who have chosen it', async () => {
  const place = await shop();
  const { store, merchantKey } = place;
  const developer = await place.person('dev@shop.example', 'developer');
  const silent = await place.person('silent@shop.example', 'administrator');
  await place.person('viewer@shop.example', 'viewer');
  const operator = await place.person('operator@psp.example', 'operator', true);
  const invited = await store.consolePeople.add('typo@shop.exmaple', NOW);
  await store.consolePeople.grant(invited.key, { merchantKey, role: 'developer' });
  const recipients = () =>
    alarmRecipients('alarms', { people: store.consolePeople, choices: store.staffMails }, { key: merchantKey });
  expect(new Set(await recipients())).toEqual(new Set([developer, silent]));
  const choose = (personKey: number, alarms: 'OFF' | 'ON') =>
    store.staffMails.choose({ personKey, merchantKey }, { reports: 'NONE', alarms, disputes: null }, '');
  await choose(silent, 'OFF');
  await choose(operator, 'ON');
  expect(new Set(await recipients())).toEqual(new Set([developer, operator]));
});
