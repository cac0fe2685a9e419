/** Commands that take an id, and no merchant: they find the store that has it. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readBuild } from '../../../src/platform/build.ts';
import { newOrderId, paying } from '../../api/rest/rig.ts';
import { type StoresRig, startStores } from '../../compose/stores.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

const SHOP = 'ELSEWHERE';
const MOVE_MS_MAX = 120_000;

let rig: StoresRig;
let receiver: Receiver;
let link: string;
let notification: string;
let code: string;
const order = newOrderId();
beforeAll(async () => {
  [rig, receiver] = await Promise.all([startStores(), startReceiver()]);
  receiver.answer = (_, response) => void response.end();
  await rig.acquirerIs('up');
  await rig.add('two');
  await rig.putIn('two', SHOP);
  await rig.known(SHOP);
  const { out } = await rig.turnpike('link', 'create', SHOP, '--currency', 'EUR', '--amount', '24.00', '--once');
  link = out.split('\n')[0]?.split('/').at(-1) ?? '';
  const paid = paying('PAY', {
    order: { amount: '12.00', currency: 'EUR', notificationUrl: `${receiver.origin}/hook` },
  });
  const { json } = await rig.api('PUT', `/order/${order}/transaction/1`, paid, { merchant: SHOP });
  expect(json.result).toBe('SUCCESS');
  await vi.waitFor(() => expect(receiver.notified).toHaveLength(1), { timeout: 30_000 });
  code = `${receiver.notified[0]?.headers['x-notification-support-code']}`;
  notification = (await rig.turnpike('notifications', 'list', '--all', '--store', 'two')).out.split('\t')[0] ?? '';
}, MOVE_MS_MAX);
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

/** Expects that each command finds what is in the store now. */
async function expectFound(): Promise<void> {
  expect(await rig.turnpike('link', 'show', link)).toMatchObject({ code: 0, out: expect.stringContaining(link) });
  const picture = join(rig.folder, 'link.svg');
  expect(await rig.turnpike('link', 'qr', link, picture)).toMatchObject({ code: 0, err: '' });
  const shown = await rig.turnpike('notifications', 'show', notification);
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining(order) });
  expect(await rig.turnpike('find', code)).toMatchObject({ code: 0, out: expect.stringContaining(order) });
}

it('a link, a notification and a support code of a further store are found', expectFound);

it('an id that no store has is unknown, and --store names one store', async () => {
  const unknown = `${link.slice(0, -1)}${link.endsWith('x') ? 'y' : 'x'}`;
  expect(await rig.turnpike('link', 'show', unknown)).toMatchObject({ code: 2, err: expect.stringMatching(/no link/) });
  expect(await rig.turnpike('link', 'show', link, '--store', 'first')).toMatchObject({ code: 2 });
  expect(await rig.turnpike('notifications', 'show', notification, '--store', 'first')).toMatchObject({ code: 2 });
  expect(await rig.turnpike('link', 'show', 'nonsense')).toMatchObject({ code: 2 });
});

it('they are found where the merchant has moved to', { timeout: MOVE_MS_MAX }, async () => {
  // The gateway of the tests names no build.
  const { id } = readBuild();
  await rig.change('update gateway_process set build = ?', id);
  await rig.changeIn('two', 'gateway_process', `set build = '${id}'`);
  expect(await rig.turnpike('store', 'move', SHOP, '--to', 'first')).toMatchObject({ code: 0, err: '' });
  await expectFound();
  expect(await rig.turnpike('link', 'end', link)).toMatchObject({ code: 0, out: expect.stringMatching(/has ended/) });
});

it('the error names the store of an id if that store is closed', { timeout: MOVE_MS_MAX }, async () => {
  await rig.putIn('two', 'STAYS');
  const { out } = await rig.turnpike('link', 'create', 'STAYS', '--currency', 'EUR', '--amount', '24.00');
  const other = out.split('\n')[0]?.split('/').at(-1) ?? '';
  expect(await rig.turnpike('store', 'close', 'two')).toMatchObject({ code: 0, err: '' });
  expect(await rig.turnpike('link', 'show', other)).toMatchObject({ code: 1, err: expect.stringMatching(/store two/) });
  expect(await rig.turnpike('find', '7ZZZ-ZZZZ')).toMatchObject({ code: 1, err: expect.stringMatching(/store two/) });
});
