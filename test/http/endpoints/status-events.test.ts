/** The event stream of a status page while it is open. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { useFront } from '../../browser-payments/front.ts';
import { ORIGIN } from '../../browser-payments/world.ts';
import { counted } from '../../support/counted.ts';

const rig = useFront();

describe('the events of a status page', () => {
  interface Stream {
    readonly response: IncomingMessage;
    readonly text: () => string;
    readonly ended: Promise<unknown>;
    close(): void;
  }

  /** @param from a client's address */
  function ask(handle: string, from = '127.0.0.1'): ClientRequest {
    const headers = { Host: new URL(ORIGIN).host };
    const sent = request({
      host: '127.0.0.1',
      localAddress: from,
      port: rig.front.port,
      path: `/checkout/status/${handle}/events`,
      agent: false,
      headers,
    });
    sent.on('error', () => undefined);
    sent.end();
    return sent;
  }

  async function watch(handle: string, from?: string): Promise<Stream> {
    const sent = ask(handle, from);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    response.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    response.on('error', () => undefined);
    const ended = new Promise((resolve) => response.on('close', resolve));
    return { response, text: () => text, ended, close: () => sent.destroy() };
  }

  it('report a change once, and end', async () => {
    const stream = await watch(rig.initiated.handle);
    expect(stream.response.statusCode).toBe(200);
    expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers['cache-control']).toBe('no-store');
    rig.world.provider.stand(rig.initiated.reference, 'APPROVED');
    await rig.world.callBack(rig.initiated);
    await stream.ended;
    expect(stream.text().match(/^data: /gm)).toEqual(['data: ']);
    expect(stream.text()).not.toContain(rig.initiated.reference);
  });

  it('report only changes that the page shows', async () => {
    const stream = await watch(rig.initiated.handle);
    await rig.ground.store.browserPayments.note(rig.initiated.key, [
      { kind: 'CALLED_BACK', actor: 'PROVIDER', source: '', outcome: 'OPEN', at: rig.world.now() },
    ]);
    const second = await watch(rig.initiated.handle);
    rig.world.provider.stand(rig.initiated.reference, 'DECLINED');
    await rig.world.callBack(rig.initiated);
    await Promise.all([stream.ended, second.ended]);
    expect(stream.text().match(/^data: /gm)).toHaveLength(1);
    expect(second.text().match(/^data: /gm)).toHaveLength(1);
  });

  it('are not found for an unknown payment, or for a link that is too old', async () => {
    expect((await rig.front.call('GET', `/checkout/status/${'x'.repeat(24)}/events`)).status).toBe(404);
    rig.world.pass(7 * DAY_MS);
    expect((await rig.front.call('GET', `/checkout/status/${rig.initiated.handle}/events`)).status).toBe(404);
    expect((await rig.front.call('GET', `/checkout/status/${rig.initiated.handle}`)).status).toBe(404);
  });

  it('are closed when the gateway closes, without waiting for them', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(rig.initiated.handle)));
    await rig.front.app.close();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(streams.every(({ text }) => !text().includes('data:'))).toBe(true);
  });

  it('are limited to 500 streams, of which another one gets a place when one has ended', async () => {
    const streams = await Promise.all(
      Array.from({ length: 500 }, (_, at) => watch(rig.initiated.handle, `127.0.1.${1 + (at % 5)}`)),
    );
    expect(counted(streams.map(({ response }) => `${response.statusCode}`))).toEqual({ 200: 500 });
    const refused = await rig.front.call('GET', `/checkout/status/${rig.initiated.handle}/events`);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '10']);
    streams[0]!.close();
    await expect
      .poll(async () => {
        const next = await watch(rig.initiated.handle);
        next.close();
        return next.response.statusCode;
      })
      .toBe(200);
    for (const stream of streams) {
      stream.close();
    }
  });

  it('are limited to 100 streams for a client, without an effect on others', async () => {
    const streams = await Promise.all(Array.from({ length: 101 }, () => watch(rig.initiated.handle, '127.0.2.1')));
    expect(counted(streams.map(({ response }) => `${response.statusCode}`))).toEqual({ 200: 100, 503: 1 });
    const other = await watch(rig.initiated.handle, '127.0.2.2');
    expect(other.response.statusCode).toBe(200);
    for (const stream of [...streams, other]) {
      stream.close();
    }
    await expect
      .poll(async () => {
        const next = await watch(rig.initiated.handle, '127.0.2.1');
        next.close();
        return next.response.statusCode;
      })
      .toBe(200);
  });

  it('do not start for a client that left during the lookup, which takes no place', async () => {
    const { browserPayments } = rig.ground.store;
    const isReleased = Promise.withResolvers<void>();
    const find = browserPayments.findBy.bind(browserPayments);
    const reads = vi.spyOn(browserPayments, 'findBy').mockImplementation(async (by, value) => {
      await isReleased.promise;
      return find(by, value);
    });
    onTestFinished(() => reads.mockRestore());
    const sockets: Socket[] = [];
    rig.front.app.server.on('connection', (socket: Socket) => sockets.push(socket));
    const sent = Array.from({ length: 500 }, () => ask(rig.initiated.handle));
    await expect.poll(() => reads.mock.calls.length, { timeout: 10_000 }).toBe(500);
    for (const one of sent) {
      one.destroy();
    }
    await expect.poll(() => sockets.every(({ readableEnded }) => readableEnded), { timeout: 10_000 }).toBe(true);
    isReleased.resolve();
    const { server } = rig.front.app;
    const connections = promisify(server.getConnections.bind(server));
    await expect.poll(() => connections(), { timeout: 10_000 }).toBe(0);
    await Promise.all(reads.mock.results.map(({ value }) => value));
    const stream = await watch(rig.initiated.handle);
    expect(stream.response.statusCode).toBe(200);
    rig.world.provider.stand(rig.initiated.reference, 'APPROVED');
    await rig.world.callBack(rig.initiated);
    // It has read at least once more by then, as the others would have.
    await stream.ended;
    expect(reads.mock.calls.length).toBeLessThan(600);
  });

  it('do not start a stream for HEAD', async () => {
    expect((await rig.front.call('HEAD', `/checkout/status/${rig.initiated.handle}/events`)).status).toBe(200);
  });
});
