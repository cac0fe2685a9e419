/**
 * Recipients of outcome notifications: the order's URL, else the profile's. Each outcome is notified, and an open one
 * once more when it ends.
 */
import { expect, it } from 'vitest';
import type { CompletedTransaction } from '../../../src/core/ports/index.ts';
import { answered, cardBody } from '../world.ts';
import { amount, type Bench, bench, target } from './bench.ts';

const PROFILE = 'https://shop.example/profile';
const ORDER = 'https://shop.example/order';
const named = (notificationUrl: string) => ({ ...cardBody(), order: { ...cardBody().order, notificationUrl } });

/** The notification URL of each finished or settled outcome, in order. */
function notifiedOf(on: Bench): (string | undefined)[] {
  const urls: (string | undefined)[] = [];
  const [finish, settle] = [on.orders.complete.bind(on.orders), on.orders.resolvePending.bind(on.orders)];
  on.orders.complete = async (finished: CompletedTransaction) => {
    const done = await finish(finished);
    urls.push(finished.notification?.url);
    return done;
  };
  on.orders.resolvePending = async (settled) => {
    const done = await settle(settled);
    urls.push(settled.notification?.url);
    return done;
  };
  return urls;
}

it('the order’s own notification address takes precedence over the profile’s, for all later transactions', async () => {
  const on = bench({ notification: { url: PROFILE } });
  const urls = notifiedOf(on);
  await on.run('AUTHORIZE', '1', named(ORDER));
  await on.run('CAPTURE', '2', amount('5'));
  await on.run('CAPTURE', '3', { ...amount('5'), order: { notificationUrl: `${ORDER}/2` } });
  await on.run('REFUND', '4', amount('1'));
  await on.run('VOID', '5', target('4'));
  expect(urls).toEqual([ORDER, ORDER, `${ORDER}/2`, `${ORDER}/2`, `${ORDER}/2`]);
});

it('the profile’s address is used for an order without one, and no notification is sent without either', async () => {
  for (const [settings, url] of [
    [{ notification: { url: PROFILE } }, PROFILE],
    [{}, undefined],
  ] as const) {
    const on = bench(settings);
    const urls = notifiedOf(on);
    await on.run('PAY', '1', cardBody());
    await on.run('REFUND', '2', amount('1'));
    expect(urls).toEqual([url, url]);
  }
});

it('an open result is notified when it opens and when it ends', async () => {
  const on = bench();
  const urls = notifiedOf(on);
  await on.run('AUTHORIZE', '1', named(ORDER));
  on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
  await on.run('CAPTURE', '2', amount('5'));
  on.acquirer.saysToAdvice = () => answered();
  on.pass(2_000);
  await on.followUp();
  expect(urls).toEqual([ORDER, ORDER, ORDER]);
});
