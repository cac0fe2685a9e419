import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { readFlags } from '../../bench/flags.ts';
import { RANDOM } from '../../bench/load/job.ts';
import { Workbench } from '../../bench/workbench.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) {
    await one.close();
  }
});

async function target(status: number) {
  const seen: { method: string; url: string; body: string; token: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) {
      body += chunk;
    }
    seen.push({
      method: request.method ?? '',
      url: request.url ?? '',
      body,
      token: request.headers['x-token'] as string | undefined,
    });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.closeAllConnections() }, server);
  return { seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function bench(): Workbench {
  const workbench = new Workbench();
  open.push(workbench);
  return workbench;
}

const REQUEST = {
  method: 'PUT',
  path: `/order/${RANDOM}/transaction/1`,
  headers: { 'x-token': 'abc' },
  body: '{"name":"Zoë"}',
  connections: 4,
  until: { requests: 40 },
} as const;

describe('the load generator', () => {
  test('runs jobs for two servers at the same time, and counts the answers of each', async () => {
    const [first, second] = [await target(201), await target(200)];
    const load = bench().load();
    const results = await Promise.all([
      load.run({ ...REQUEST, origin: first.origin }),
      load.run({ ...REQUEST, origin: second.origin, until: { requests: 8 } }),
    ]);
    expect(results.map(({ answered }) => answered)).toEqual([40, 8]);
    expect([first.seen.length, second.seen.length]).toEqual([40, 8]);
  });

  test('sends whole requests, each to a random address of its own, and counts the answers', async () => {
    const { seen, origin } = await target(201);
    const result = await bench()
      .load()
      .run({ ...REQUEST, origin });
    expect(result).toMatchObject({ answered: 40, failed: 0 });
    expect(seen).toHaveLength(40);
    expect(new Set(seen.map(({ url }) => url)).size).toBe(40);
    for (const { method, url, body, token } of seen) {
      expect({ method, body, token }).toEqual({ method: 'PUT', body: REQUEST.body, token: 'abc' });
      expect(url).toMatch(/^\/order\/[0-9a-f]{32}\/transaction\/1$/);
    }
  });

  test('a refusal fails the run: a rate with errors is meaningless', async () => {
    const { origin } = await target(503);
    await expect(
      bench()
        .load()
        .run({ ...REQUEST, origin }),
    ).rejects.toThrow('40 of 40 requests failed');
  });

  test('at a pace, requests go out one by one, and a refusal fails the run too', async () => {
    const load = bench().load();
    const { seen, origin } = await target(201);
    const { answered, failed, seconds } = await load.run({ ...REQUEST, origin, perSecond: 400 });
    expect({ answered, failed }).toEqual({ answered: 40, failed: 0 });
    expect(new Set(seen.map(({ url }) => url)).size).toBe(40);
    // The last of forty is due after 39 intervals of 2.5 ms.
    expect(seconds).toBeGreaterThanOrEqual(0.0975);
    const refusing = await target(503);
    const refused = load.run({ ...REQUEST, origin: refusing.origin, perSecond: 400 });
    await expect(refused).rejects.toThrow('40 of 40 requests failed');
  });

  test('reports the processor time of its process', async () => {
    const { child } = bench().load();
    const before = await child.usage();
    const after = await child.usage();
    expect(before.rssBytes).toBeGreaterThan(1_000_000);
    expect(after.cpuUs).toBeGreaterThanOrEqual(before.cpuUs);
  });
});

describe('the flags', () => {
  test('without any, everything is measured in full', () => {
    expect(readFlags([])).toMatchObject({
      quick: false,
      measures: [
        'authorize',
        'authorize-postgres',
        'processes',
        'stores-sqlite',
        'stores-postgres',
        'stores-apart',
        'sleeping-stores',
        'store-look-ups',
        'latency',
        'latency-postgres',
        'growth',
        'page',
        'browser',
        'memory',
        'start',
        'validation',
        'browser-payments',
        'paypal',
        'open-banking',
        'pix',
        'authentication',
        'notifications',
        'hosted-fields',
        're-sealing',
        'search',
        'search-postgres',
        'index-worker',
        'traces',
        'capacity',
      ],
    });
  });

  test('--only takes one measure and names the existing ones', () => {
    expect(readFlags(['--only', 'page', '--quick'])).toMatchObject({ quick: true, measures: ['page'] });
    expect(readFlags(['--only', 'stores', '--stores', '40'])).toMatchObject({
      stores: 40,
      measures: ['stores-sqlite', 'stores-postgres', 'stores-apart', 'sleeping-stores', 'store-look-ups'],
    });
    expect(() => readFlags(['--only', 'speed'])).toThrow(
      'authorize, authorize-postgres, processes, stores-sqlite, stores-postgres, stores-apart',
    );
  });
});
