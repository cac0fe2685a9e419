/** A payment with an unknown result: its page while the acquirer is queried, after that, and at the end. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import { GOOD, hands, wordsOf } from './hands.ts';

const UNKNOWN = { ...GOOD, expiry: '05/37' };
const WEEK_MS = 7 * 86_400_000;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, browse, submit } = hands(() => rig);

it('the page shows since when the result is queried, a contact with a reference number, and that it can be closed', async () => {
  const { id, order } = await checkout();
  await submit(id, UNKNOWN);
  const asking = await browse(`/checkout/pay/${id}`);
  expect(wordsOf(asking)).toMatch(
    /We're asking the bank.*asking since .* contact Example Shop and quote receipt number \d{12}\. You can close this page\./,
  );
  const [, address = 'none'] = /href="(\/checkout\/status\/[^"]*)"/.exec(asking.text) ?? [];
  const ofOrder = `(select t.key from payment_transaction t join payment_order o on o.key = t.order_key where o.order_id = ?)`;
  await rig.change(`update payment_transaction set created_at = ? where key = ${ofOrder}`, Date.now() - WEEK_MS, order);
  // The checkout's own page may be gone with its session.
  const over = await browse(address);
  expect(wordsOf(over)).toMatch(
    /Your bank has not answered yet No answer has come since .*, so we cannot say whether money was taken\. Before you pay again, contact Example Shop and quote receipt number \d{12}\. You can close this page\./,
  );
  expect(wordsOf(over)).not.toContain('asking');
  expect(over.text).toContain('class="box-link"');
  const resolve = ['payment', 'resolve', 'TESTSHOP', order, '1', 'paid', '--reason', 'the bank says so'];
  expect(await turnpike(rig.folder, resolve, { DATABASE_URL: rig.databaseUrl })).toMatchObject({ code: 0 });
  expect(wordsOf(await browse(address))).toContain('Paid: €10.00 to Example Shop');
});
