/** What a status page hears of its payment while it is open. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Front, openFront } from '../browser-payments/front.ts';
import { type Ground, openGround } from '../browser-payments/ground.ts';
import { type Begun, MINUTE_MS, ORIGIN, World } from '../browser-payments/world.ts';
import { counted } from '../support/counted.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;

let ground: Ground;
let world: World;
let front: Front;
let begun: Begun;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
beforeEach(async () => {
  world = new World(ground);
  begun = await world.initiate();
  front = await openFront(world);
});
afterEach(() => front.close());

describe('the events of a status page', () => {
  interface Stream {
    readonly response: IncomingMessage;
    readonly text: () => string;
    readonly ended: Promise<unknown>;
    close(): void;
  }

  async function watch(handle: string): Promise<Stream> {
    const headers = { Host: new URL(ORIGIN).host };
    const sent = request({
      host: '127.0.0.1',
      port: front.port,
      path: `/checkout/status/${handle}/events`,
      agent: false,
      headers,
    });
    sent.on('error', () => undefined);
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    response.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    response.on('error', () => undefined);
    const ended = new Promise((resolve) => response.on('close', resolve));
    return { response, text: () => text, ended, close: () => sent.destroy() };
  }

  it('tell of a change once, and end', async () => {
    const stream = await watch(begun.handle);
    expect(stream.response.statusCode).toBe(200);
    expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers['cache-control']).toBe('no-store');
    world.provider.stand(begun.reference, 'APPROVED');
    await world.callBack(begun);
    await stream.ended;
    expect(stream.text().match(/^data: /gm)).toEqual(['data: ']);
    expect(stream.text()).not.toContain(begun.reference);
  });

  it('say nothing of what the page does not show', async () => {
    const stream = await watch(begun.handle);
    await ground.store.browserPayments.note(begun.key, [
      { kind: 'CALLED_BACK', actor: 'PROVIDER', source: '', outcome: 'OPEN', at: world.now() },
    ]);
    const second = await watch(begun.handle);
    world.provider.stand(begun.reference, 'DECLINED');
    await world.callBack(begun);
    await Promise.all([stream.ended, second.ended]);
    expect(stream.text().match(/^data: /gm)).toHaveLength(1);
    expect(second.text().match(/^data: /gm)).toHaveLength(1);
  });

  it('of no payment, and of one whose link is too old, are at no address', async () => {
    expect((await front.call('GET', `/checkout/status/${'x'.repeat(24)}/events`)).status).toBe(404);
    world.pass(7 * DAY_MS);
    expect((await front.call('GET', `/checkout/status/${begun.handle}/events`)).status).toBe(404);
    expect((await front.call('GET', `/checkout/status/${begun.handle}`)).status).toBe(404);
  });

  it('are let go when the gateway closes, which waits for none of them', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(begun.handle)));
    await front.app.close();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(streams.every(({ text }) => !text().includes('data:'))).toBe(true);
  });

  it('are 500 at most; one more is told to come again, and has room when one has gone', async () => {
    const streams = await Promise.all(Array.from({ length: 500 }, () => watch(begun.handle)));
    expect(counted(streams.map(({ response }) => `${response.statusCode}`))).toEqual({ 200: 500 });
    const refused = await front.call('GET', `/checkout/status/${begun.handle}/events`);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '10']);
    streams[0]!.close();
    await expect
      .poll(async () => {
        const next = await watch(begun.handle);
        next.close();
        return next.response.statusCode;
      })
      .toBe(200);
    for (const stream of streams) stream.close();
  });

  it('take no stream for a HEAD', async () => {
    expect((await front.call('HEAD', `/checkout/status/${begun.handle}/events`)).status).toBe(200);
  });
});
