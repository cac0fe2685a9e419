/** An authenticated payment, settled by hand: it is notified as it is retrieved. */
import { expect, it, onTestFinished } from 'vitest';
import { FRICTIONLESS, MONEY, startWorld } from '../api/rest/payer-authentication/world.ts';
import { paying } from '../api/rest/rig.ts';
import { startReceiver } from '../support/receiver.ts';
import { turnpike } from './turnpike.ts';

it('the notification of an authenticated payment equals its retrieval, with the authentication', async () => {
  const [world, shop] = await Promise.all([startWorld(), startReceiver()]);
  onTestFinished(async () => {
    await Promise.all([world.close(), shop.close()]);
  });
  const { order } = await world.authenticated(FRICTIONLESS);
  const { json: paid } = await world.put(order, '1', {
    ...paying('PAY', { ...FRICTIONLESS, order: { ...MONEY, notificationUrl: `${shop.origin}/heard` } }),
    authentication: { transactionId: 'a' },
    transaction: { reference: '.FAIL UNKNOWN' },
  });
  expect(paid.result).toBe('UNKNOWN');
  const args = ['payment', 'resolve', world.merchant, order, '1', 'paid', '--reason', 'the bank says so'];
  const env = { DATABASE_URL: world.rig.databaseUrl, PUBLIC_ORIGIN: world.origin };
  expect(await turnpike(world.rig.folder, args, env)).toMatchObject({ code: 0, err: '' });
  await expect.poll(() => shop.notified.length, { timeout: 20_000 }).toBe(2);
  const heard = JSON.parse(shop.notified[1]?.rawBody ?? '');
  const { json } = await world.get(`/order/${order}/transaction/1`);
  expect(heard).toEqual({ ...json, sequence: 2 });
  expect([heard.result, heard.authentication.transactionId]).toEqual(['SUCCESS', 'a']);
});
