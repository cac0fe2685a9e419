/**
 * A receiver of notifications fails, a dispute opens, and people get mails: the whole gateway, and a real mail server.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/contract/durations.ts';
import { type KeptMail, Mailbox } from '../../../src/sandbox/mail/mailbox.ts';
import { newOrderId, paying, type Rig, startRig } from '../../api/rest/rig.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type Enrolled, enrolled, later } from '../person.ts';
import { importDispute } from './imported-dispute.ts';

const MAILS = '/console/merchants/TESTSHOP/mails';
const PATIENCE = { timeout: 30_000, interval: 50 };

const mailbox = new Mailbox();
let rig: Rig;
let receiver: Receiver;
let developer: Enrolled;
beforeAll(async () => {
  const port = await mailbox.listen('127.0.0.1', 0);
  [rig, receiver] = await Promise.all([
    startRig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'gateway@pay.example' }),
    startReceiver(),
  ]);
  developer = await enrolled(rig, ['--role', 'developer', '--merchant', 'TESTSHOP']);
});
afterAll(async () => {
  await rig.close();
  await Promise.all([mailbox.close(), receiver.close()]);
});

const tries = async () => (await rig.rows('select key from notification_try')).length;

/** Lets the next try come after this time. */
async function triedAfter(ms: number): Promise<void> {
  const before = await tries();
  later(rig, ms);
  await vi.waitUntil(async () => (await tries()) > before, PATIENCE);
}

async function pay(path: string): Promise<void> {
  const before = await tries();
  const terms = { amount: '12.00', currency: 'EUR', notificationUrl: receiver.origin + path };
  await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY', { order: terms }));
  await vi.waitUntil(async () => (await tries()) > before, PATIENCE);
}

/** The only mail that comes after the gateway looks at its receivers, as it does when it starts. */
async function onlyMail(): Promise<KeptMail | undefined> {
  await rig.restart();
  await vi.waitUntil(() => mailbox.mails.length > 0, PATIENCE);
  await vi.waitUntil(async () => (await rig.rows('select * from staff_mail')).length === 0, PATIENCE);
  expect(mailbox.mails).toHaveLength(1);
  const [mail] = mailbox.mails;
  mailbox.forget();
  expect(mail?.recipients).toEqual([developer.email]);
  return mail;
}

it('a receiver that has failed for an hour is mailed, and once more when it works again', async () => {
  receiver.answer = (_, response) => void response.writeHead(503).end();
  await pay('/hook?token=hidden');
  for (const minutes of [2, 7, 40]) {
    await triedAfter(minutes * MINUTE_MS);
  }
  later(rig, 20 * MINUTE_MS);
  const failing = await onlyMail();
  expect(failing?.subject).toBe(`Example Shop: notifications keep failing, ${new URL(receiver.origin).host}`);
  for (const text of [failing?.text, failing?.html]) {
    expect(text).toContain(`${receiver.origin}/hook`);
    expect(text).toContain('503');
    expect(text).toContain('http://localhost:8080/console/merchants/TESTSHOP/notifications?show=failing');
    expect(text).not.toContain('hidden');
  }
  expect(failing?.text).toMatch(/^Waiting notifications: 1$/m);
  await rig.restart();
  receiver.answer = (_, response) => void response.end();
  await triedAfter(3 * HOUR_MS);
  await vi.waitUntil(async () => (await rig.rows('select * from notification_queue')).length === 0, PATIENCE);
  const working = await onlyMail();
  expect(working?.subject).toContain('notifications arrive again');
});

it('an address that answered 410 Gone is mailed, and not to people who have switched that off', async () => {
  const silent = await enrolled(rig, ['--role', 'administrator', '--merchant', 'TESTSHOP']);
  expect((await silent.client.get(MAILS)).text).toMatch(/name="alarms" value="yes" checked/);
  const saved = await silent.client.submit({ reports: 'NONE' });
  expect(saved.text).toMatch(/name="alarms" value="yes"(?! checked)/);
  receiver.answer = (_, response) => void response.writeHead(410).end();
  await pay('/gone');
  await vi.waitUntil(async () => (await rig.rows('select * from notification_endpoint')).length > 0, PATIENCE);
  const mail = await onlyMail();
  expect(mail?.subject).toContain('notifications were switched off');
  expect(mail?.text).toContain(`Address: ${receiver.origin}/gone`);
  const headerOf = (name: string) => mail?.headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
  expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const address = new URL(headerOf('list-unsubscribe').slice(1, -1)).pathname;
  const sent = (path: string, body: string | undefined, method = 'POST') => {
    const headers = { Host: 'localhost:8080', 'Content-Type': 'application/x-www-form-urlencoded' };
    return rig.call(method, path, body, { authorization: null, headers });
  };
  const chosen = () => rig.rows("select alarms from console_mail_choice where alarms = 'OFF'");
  const before = (await chosen()).length;
  const read = await sent(address, undefined, 'GET');
  expect([read.status, read.headers.location]).toEqual([303, MAILS]);
  expect(
    (
      await sent(
        address.replace(/.$/, (end) => (end === 'A' ? 'Q' : 'A')),
        'List-Unsubscribe=One-Click',
      )
    ).status,
  ).toBe(404);
  expect((await sent(address, 'x=y')).status).toBe(404);
  expect(await chosen()).toHaveLength(before);
  for (const _ of [1, 2]) {
    expect((await sent(address, 'List-Unsubscribe=One-Click')).status).toBe(200);
  }
  expect(await chosen()).toHaveLength(before + 1);
  const [entry] = await rig.rows(
    "select actor, details from audit_entry where action = 'console mails chosen' order by sequence desc",
  );
  expect([entry?.actor, JSON.parse(String(entry?.details))]).toMatchObject([
    developer.email,
    { by: 'link of a mail', alarms: 'OFF' },
  ]);
});

it('a viewer is not offered these mails', async () => {
  const viewer = await enrolled(rig, ['--role', 'viewer', '--merchant', 'TESTSHOP']);
  expect((await viewer.client.get(MAILS)).text).not.toContain('name="alarms"');
  await viewer.client.submit({ reports: 'NONE', alarms: 'yes' });
  expect(await rig.rows("select alarms from console_mail_choice where alarms = 'ON'")).toEqual([]);
});

it('a dispute is mailed when it opens, and before its last day, with the data to answer it and no secret', async () => {
  const refunder = await enrolled(rig, ['--role', 'refunder', '--merchant', 'TESTSHOP']);
  const order = newOrderId();
  await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'));
  const lastDay = new Date(Date.now() + 40 * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  await importDispute(rig, { merchant: 'TESTSHOP', order, amount: '5.00', reason: '13.1', respondBy: lastDay });

  const opened = await disputeMail();
  expect(opened.subject).toMatch(new RegExp(`^Example Shop: dispute about order ${order}, due in \\d{2} days$`));
  later(rig, 38 * DAY_MS);
  const reminding = await disputeMail();
  expect(reminding.subject).toMatch(
    new RegExp(`^Example Shop: dispute about order ${order}, due (in 2 days|tomorrow)$`),
  );

  const page = 'http://localhost:8080/console/merchants/TESTSHOP';
  for (const { recipients, text, html, headers } of [opened, reminding]) {
    expect(recipients).toEqual([refunder.email]);
    for (const part of [text, html]) {
      expect(part).toContain('€5.00: Goods or services were not received');
      expect(part).toContain(`by ${lastDay}.`);
      expect(part).toContain('reason 13.1');
      expect(part).toContain(`${page}/orders/${order}`);
      expect(part).toContain(`${page}/disputes`);
      // Neither the card, nor an address that signs in or pays.
      expect(part).not.toMatch(/\b0008\b|512345|01\/39|token|\/checkout\/|\/invitation\//i);
    }
    expect(headers.map(([name]) => name.toLowerCase())).toContain('list-unsubscribe-post');
  }
});

/** The only mail about a dispute after the gateway looks for mails that are owed, as it does when it starts. */
async function disputeMail(): Promise<KeptMail> {
  const about = () => mailbox.mails.filter(({ subject }) => subject.includes('dispute'));
  await rig.restart();
  await vi.waitUntil(() => about().length > 0, PATIENCE);
  await vi.waitUntil(async () => (await rig.rows('select * from staff_mail')).length === 0, PATIENCE);
  const [mail, ...others] = about();
  mailbox.forget();
  expect(others).toEqual([]);
  return mail as KeptMail;
}
