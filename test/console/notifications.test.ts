/** Notifications in the console: each with its tries, and sent again by those who may. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { wordsOf } from '../checkout/hands.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Enrolled, enrolled, later } from './person.ts';

const LIST = '/console/merchants/TESTSHOP/notifications';
const PATIENCE = { timeout: 30_000, interval: 20 };

let rig: Rig;
let receiver: Receiver;
let developer: Enrolled;
beforeAll(async () => {
  [rig, receiver] = await Promise.all([startRig(), startReceiver()]);
  developer = await enrolled(rig, ['--role', 'developer', '--merchant', 'TESTSHOP']);
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

const listOf = async (order: string) => (await rig.api('GET', `/order/${order}/notification`)).json.notification;

/** A payment whose notification the receiver answers with this status. @returns its order, and its id after a try */
async function notified(status: number, path = '/hook', text = '<b>an answer</b>') {
  receiver.answer = (_, response) => void response.writeHead(status).end(text);
  const order = newOrderId();
  const terms = { amount: '12.00', currency: 'EUR', notificationUrl: receiver.origin + path };
  await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY', { order: terms }));
  await vi.waitUntil(async () => (await listOf(order))[0].attempt?.length > 0, PATIENCE);
  const [{ id }] = await listOf(order);
  return { order, id, address: `${LIST}/${id}` };
}

const shown = async (path: string) => developer.client.get(path);

describe('a notification', () => {
  it('is shown with each try, the receiver’s answer as text, and its body without card numbers', async () => {
    const { order, id, address } = await notified(500);
    const page = await shown(address);
    const words = wordsOf(page);
    expect(words).toContain(`Transaction 1 of order ${order}`);
    expect(words).toMatch(/Try 1: .*500.*, after \d+ ms/);
    expect(page.text).toContain('&lt;b&gt;an answer&lt;/b&gt;');
    const { rawBody } = receiver.notified.find(({ headers }) => headers['webhook-id'] === id) ?? { rawBody: '' };
    const [, body = ''] = /aria-label="Body of the notification">([^<]*)</.exec(page.text) ?? [];
    expect(JSON.parse(body.replaceAll('&quot;', '"').replaceAll('&#34;', '"'))).toEqual(JSON.parse(rawBody));
    expect(page.text).not.toContain('5123450000000008');
  });

  it('is listed with its state, its last try and the next one; failing ones also by themselves', async () => {
    const [failing, delivered] = [await notified(503), await notified(200)];
    await vi.waitUntil(async () => (await shown(LIST)).text.includes(delivered.id), PATIENCE);
    const words = wordsOf(await shown(LIST));
    expect(words).toMatch(new RegExp(`order ${delivered.order} [^;]* Delivered .{16} delivered`));
    expect(words).toMatch(new RegExp(`order ${failing.order} .*?Try 1 .*?503.*?; next try .{16} failing`));
    const { text } = await shown(`${LIST}?show=failing`);
    expect([text.includes(failing.id), text.includes(delivered.id)]).toEqual([true, false]);
  });

  it('is sent again by its form, and recorded with the person', async () => {
    // A delivered one has no next try of its own, which could come before the form's.
    const { order, id, address } = await notified(200);
    await vi.waitUntil(async () => (await listOf(order))[0].state === 'DELIVERED', PATIENCE);
    const sent = () => receiver.notified.filter(({ headers }) => headers['webhook-id'] === id).length;
    expect(sent()).toBe(1);
    later(rig, 61_000);
    await shown(address);
    const reply = await developer.client.submit({}, `${address}/resend`);
    expect(wordsOf(reply)).toContain('It is sent again');
    await vi.waitUntil(async () => sent() === 2 && (await listOf(order))[0].state === 'DELIVERED', PATIENCE);
    const rows = await rig.rows("select actor, details from audit_entry where action = 'console notification resent'");
    const entries = rows.map(({ actor, details }) => ({ actor, ...JSON.parse(String(details)) }));
    expect(entries.filter(({ notification }) => notification === id)).toMatchObject([
      { actor: developer.email, order, state: 'BEGUN' },
      { actor: developer.email, order, state: 'DONE' },
    ]);
  });

  it('of another merchant is not there', async () => {
    await rig.merchant({ id: 'OTHERSHOP', name: 'Other Shop' });
    const { id } = await notified(200);
    const { client } = await enrolled(rig, ['--role', 'developer', '--merchant', 'OTHERSHOP']);
    const path = `/console/merchants/OTHERSHOP/notifications/${id}`;
    expect((await client.get(path)).status).toBe(404);
    await client.get('/console/merchants/OTHERSHOP/notifications');
    expect((await client.send({}, `${path}/resend`)).status).toBe(404);
    expect((await client.get('/console/merchants/OTHERSHOP/notifications?after=x')).status).toBe(200);
  });
});

it('an address that answered 410 Gone is shown above the list, until it accepts a notification again', async () => {
  const { order, address } = await notified(410, '/gone');
  const gone = `${receiver.origin}/gone`;
  expect(wordsOf(await shown(LIST))).toContain(`${gone} answered 410 Gone`);
  receiver.answer = (_, response) => void response.end();
  later(rig, 61_000);
  await shown(address);
  await developer.client.submit({}, `${address}/resend`);
  await vi.waitUntil(async () => (await listOf(order))[0].state === 'DELIVERED', PATIENCE);
  expect(wordsOf(await shown(LIST))).not.toContain(`${gone} answered 410 Gone`);
});
