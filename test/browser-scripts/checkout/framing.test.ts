/** Framing policies, and which forms are accepted in a frame, by requests of an arbitrary server. */
import { expect, it } from 'vitest';
import { useWorld } from './world.ts';

const world = useWorld();

const ancestors = (answer: Response) =>
  /frame-ancestors [^;]+/.exec(answer.headers.get('content-security-policy') ?? '')?.[0];

const get = (path: string) => fetch(world.rig.stack.origin + path, { redirect: 'manual' });

it('the gateway lets the registered hosts frame the embedded pages, and no other host any page', async () => {
  const { sessionId } = await world.checkout();
  const { host } = new URL(world.shop.origin);
  const embedded = await get(`/checkout/embedded/pay/${sessionId}`);
  expect([embedded.status, ancestors(embedded)]).toEqual([200, `frame-ancestors https://${host} http://${host}`]);
  for (const path of [
    `/checkout/pay/${sessionId}`,
    `/checkout/entry/${sessionId}`,
    `/checkout/device/${sessionId}`,
    '/checkout/embedded/pay/SESSIONunknown',
    '/checkout/embedded/device/x',
    '/checkout/status/x',
  ]) {
    expect([path, ancestors(await get(path))]).toEqual([path, "frame-ancestors 'none'"]);
  }
});

it('an embedded page stays in the frame, for all its addresses', async () => {
  const { sessionId } = await world.checkout();
  for (const name of ['done', 'cancel']) {
    const answer = await get(`/checkout/embedded/${name}/${sessionId}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/embedded/pay/${sessionId}`]);
  }
});

it('an embedded page refuses a form that another site sent, and one without a browser’s statement of its origin', async () => {
  const { sessionId, orderId } = await world.checkout();
  const { origin } = world.rig.stack;
  const url = `${origin}/checkout/embedded/pay/${sessionId}`;
  const html = await (await fetch(url)).text();
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const form = () => {
    const fields = new URLSearchParams({
      method: 'card',
      number: '5123450000000008',
      expiry: '01/39',
      securityCode: '100',
    });
    // The other forms of the page have a method of their own.
    for (const [, name = '', value = ''] of hidden.filter(([, one]) => one !== 'method')) {
      fields.set(name, value);
    }
    return fields;
  };
  const post = (headers: Record<string, string>) =>
    fetch(url, { method: 'POST', body: form(), headers, redirect: 'manual' });
  const shops = { origin: world.shop.origin, 'sec-fetch-site': 'cross-site' };
  const foreign: Record<string, string>[] = [shops, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }];
  for (const headers of foreign) {
    expect((await post(headers)).status).toBe(403);
  }
  // Without an origin it is shown again.
  expect((await post({})).status).toBe(303);
  expect((await world.rig.stack.acquirer.ledger(orderId)).length).toBe(0);
  const own = await post({ origin, 'sec-fetch-site': 'same-origin' });
  expect([own.status, own.headers.get('location')]).toEqual([303, `/checkout/embedded/done/${sessionId}`]);
});
