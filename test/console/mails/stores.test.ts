/** Mails to people about merchants of further stores: the whole gateway, and a real mail server. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/contract/durations.ts';
import { readBuild } from '../../../src/platform/build.ts';
import { type KeptMail, Mailbox } from '../../../src/sandbox/mail/mailbox.ts';
import { newOrderId, paying } from '../../api/rest/rig.ts';
import { type StoresRig, startStores } from '../../compose/stores.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type Enrolled, enrolled, later } from '../person.ts';
import { importDispute } from './imported-dispute.ts';

const SHOP = 'SHOP2';
const MAILS = `/console/merchants/${SHOP}/mails`;
/** A store that was away is tried again after up to thirty seconds. */
const TEST_MS_MAX = 180_000;
/** The longest wait that a move allows, for a busy machine. */
const WAIT = '60';
const PATIENCE = { timeout: 60_000, interval: 50 };

const mailbox = new Mailbox();
let rig: StoresRig;
let receiver: Receiver;
let person: Enrolled;
beforeAll(async () => {
  const port = await mailbox.listen('127.0.0.1', 0);
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'gateway@pay.example' };
  [rig, receiver] = await Promise.all([startStores(mail, { build: readBuild().id }), startReceiver()]);
  await rig.acquirerIs('up');
  await rig.add('two');
  await rig.putIn('two', SHOP);
  await rig.known(SHOP);
  person = await enrolled(rig, ['--role', 'developer', '--merchant', SHOP]);
}, 120_000);
afterAll(async () => {
  await rig.close();
  await Promise.all([mailbox.close(), receiver.close()]);
});

const pay = (order: object = {}) =>
  rig.api(
    'PUT',
    `/order/${newOrderId()}/transaction/1`,
    paying('PAY', { order: { amount: '12.00', currency: 'EUR', ...order } }),
    { merchant: SHOP },
  );

let ahead = 0;
function forward(ms: number): void {
  ahead += ms;
  later(rig, ms);
}

const now = () => Date.now() + ahead;

/** Lets the gateway be down until the next morning at 06:30 UTC. @param meanwhile runs while it is down */
async function nextMorning(meanwhile = async () => {}): Promise<void> {
  const morning = Math.ceil(now() / DAY_MS) * DAY_MS + 6 * HOUR_MS + 30 * MINUTE_MS;
  forward(morning - now());
  await rig.meanwhile(meanwhile);
}

/** Whether a mail waits in the first store without a try. */
async function postponed(): Promise<boolean> {
  return (await rig.rows('select key from staff_mail where tries = 0 and due_at > ?', now())).length > 0;
}

/** Resolves to the only mail, once no mail waits in the first store. */
async function onlyMail(): Promise<KeptMail> {
  await vi.waitUntil(() => mailbox.mails.length > 0, PATIENCE);
  await vi.waitUntil(async () => (await rig.rows('select * from staff_mail')).length === 0, PATIENCE);
  expect(mailbox.mails).toHaveLength(1);
  const [mail] = mailbox.mails;
  mailbox.forget();
  return mail as KeptMail;
}

it('a report is chosen at a merchant of another store, and has its figures', async () => {
  await person.client.get(MAILS);
  const saved = await person.client.submit({ reports: 'DAILY', alarms: 'yes' });
  expect(saved.text).toMatch(/value="DAILY" checked/);
  expect(saved.text).not.toContain('sends no mails');
  expect((await person.client.get('/console/account')).text).toContain('A report every day.');
  await pay();
  await nextMorning();
  const mail = await onlyMail();
  expect(mail.recipients).toEqual([person.email]);
  expect(mail.text).toContain('1 approved, 0 declined: approval 100%.');
  expect(mail.text).toContain(`http://localhost:8080${MAILS}`);
});

it('a report of a store that is away at the hour is sent once the store answers', {
  timeout: TEST_MS_MAX,
}, async () => {
  await nextMorning(() => rig.hide('two'));
  await vi.waitUntil(postponed, PATIENCE);
  expect(mailbox.mails).toEqual([]);
  await rig.show('two');
  await rig.known(SHOP);
  forward(2 * MINUTE_MS);
  expect((await onlyMail()).subject).toContain('0 approved');
});

it('a report that waits while its merchant moves is sent once, by the store that has it then', {
  timeout: TEST_MS_MAX,
}, async () => {
  mailbox.misbehave({ mode: '450', count: null });
  await nextMorning();
  await vi.waitUntil(async () => (await rig.rows('select key from staff_mail where tries > 0')).length > 0, PATIENCE);
  const moved = await rig.turnpike('store', 'move', SHOP, '--to', 'first', '--wait', WAIT);
  expect(moved).toMatchObject({ code: 0, err: '' });
  mailbox.misbehave({ mode: 'NONE', count: null });
  forward(HOUR_MS);
  expect((await onlyMail()).recipients).toEqual([person.email]);
  const back = await rig.turnpike('store', 'move', SHOP, '--to', 'two', '--wait', WAIT);
  expect(back).toMatchObject({ code: 0, err: '' });
});

it('an address in another store that answered 410 Gone is mailed, and the mail switches such mails off', async () => {
  receiver.answer = (_, response) => void response.writeHead(410).end();
  await pay({ notificationUrl: `${receiver.origin}/gone` });
  await vi.waitUntil(() => receiver.notified.length > 0, PATIENCE);
  await rig.restart();
  const mail = await onlyMail();
  expect(mail.subject).toContain('notifications were switched off');
  expect(mail.text).toContain(`Address: ${receiver.origin}/gone`);
  const [, value = ''] = mail.headers.find(([name]) => name.toLowerCase() === 'list-unsubscribe') ?? [];
  const { pathname } = new URL(value.slice(1, -1));
  const headers = { Host: 'localhost:8080', 'Content-Type': 'application/x-www-form-urlencoded' };
  const sent = await rig.call('POST', pathname, 'List-Unsubscribe=One-Click', { authorization: null, headers });
  expect(sent.status).toBe(200);
  expect(await rig.rows('select alarms, reports from console_mail_choice')).toEqual([
    { alarms: 'OFF', reports: 'DAILY' },
  ]);
});

it('a dispute in another store is mailed', async () => {
  const refunder = await enrolled(rig, ['--role', 'refunder', '--merchant', SHOP]);
  const { json } = await pay();
  const respondBy = new Date(now() + 40 * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const dispute = { merchant: SHOP, order: json.order.id, amount: '5.00', reason: '13.1', respondBy };
  await importDispute(rig, dispute, '--store', 'two');
  await rig.restart();
  const mail = await onlyMail();
  expect([mail.recipients, mail.subject]).toEqual([[refunder.email], expect.stringContaining(json.order.id)]);
});
