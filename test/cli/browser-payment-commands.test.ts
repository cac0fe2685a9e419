/** The operator's output about browser payments: on lines that no merchant's or provider's text can forge. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listLatePayments, showBrowserPayments } from '../../src/cli/browser-payment-commands.ts';
import type { CommandCall } from '../../src/cli/command.ts';
import { type Ground, openGround } from '../browser-payments/ground.ts';
import { type InitiatedPayment, World } from '../browser-payments/world.ts';

const ORDER = 'o\n\u001b[2Jx';
const TRANSACTION = 't\n\u001b[1A';

let ground: Ground;
let world: World;
let initiated: InitiatedPayment;
beforeAll(async () => {
  ground = await openGround();
  world = new World(ground);
  initiated = await world.initiate({ orderId: ORDER, transactionId: TRANSACTION });
});
afterAll(() => ground.close());

const call = (...args: string[]) => ({ store: ground.store, args, usage: '' }) as unknown as CommandCall;

it('a late payment is listed on one line, for any ids', async () => {
  await ground.store.browserPayments.setLate(initiated.key, { before: null, after: 'REPORTED' }, [], null);
  const { text } = await listLatePayments(call());
  expect(text).toBe(
    `TESTSHOP\to\\u{a}\\u{1b}[2Jx\tt\\u{a}\\u{1b}[1A\t${world.provider.id}\t${initiated.reference}\t12.00 EUR`,
  );
});

it('each event is shown on one line, for any text of the provider', async () => {
  world.pass(1_000);
  await ground.store.browserPayments.note(initiated.key, [
    { kind: 'CALLED_BACK', actor: 'PROVIDER', source: '192.0.2.1', outcome: 'PAID\n\u001b[2J', at: world.now() },
  ]);
  const lines = (await showBrowserPayments(call('TESTSHOP', ORDER))).split('\n');
  expect(lines.map((line) => line.split('\t').toSpliced(2, 1))).toEqual([
    ['t\\u{a}\\u{1b}[1A', world.provider.id, 'INITIATED', '-', 'MERCHANT', '192.0.2.7', 'once'],
    ['t\\u{a}\\u{1b}[1A', world.provider.id, 'CALLED_BACK', 'PAID\\u{a}\\u{1b}[2J', 'PROVIDER', '192.0.2.1', 'once'],
  ]);
});
