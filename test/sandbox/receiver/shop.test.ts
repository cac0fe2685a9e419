/** The demo shop sends its own notifications here. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type GatewaySimulator, startGatewaySimulator } from '../shop/gateway-simulator.ts';
import { type StartedHttp, startHttp } from '../start-http.ts';
import { deliveries, notify } from './gateway-at-work.ts';

let gateway: GatewaySimulator;
let sandbox: StartedHttp;
beforeEach(async () => {
  gateway = await startGatewaySimulator();
  gateway.answer = () => ({
    status: 201,
    body: { checkout: { url: `${gateway.origin}/checkout/pay/SESSION1` }, successIndicator: 'a' },
  });
  sandbox = await startHttp(gateway.origin);
});
afterEach(async () => {
  await sandbox.close();
  await gateway.close();
});

const buyMug = async () => {
  await fetch(`${sandbox.origin}/shop/checkout`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ mug: '1' }),
  });
  return (gateway.calls[0]!.body as { order: { id: string; notificationUrl: string } }).order;
};

it('the demo shop gives the receiver as the notification address of each order', async () => {
  const { notificationUrl } = await buyMug();
  expect(notificationUrl).toBe(`http://localhost:${sandbox.port}/notifications/receive`);
  await notify({ ...sandbox, origin: new URL(notificationUrl).origin });
  expect(await deliveries(sandbox)).toHaveLength(1);
});

it('the demo shop links from its return page to its notifications', async () => {
  const { id } = await buyMug();
  gateway.answer = () => ({
    status: 200,
    body: { result: 'SUCCESS', status: 'CAPTURED', amount: 14.5, currency: 'EUR' },
  });
  const text = await (await fetch(`${sandbox.origin}/shop/return?order=${id}`)).text();
  expect(text).toContain('<a href="/notifications">See what the shop was told</a>');
});
