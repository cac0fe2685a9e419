/** However an address is encoded, it leads to an operation that requires credentials, or to 404. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTRACT_CALLS } from '../../src/contract/calls.ts';
import { PUBLIC_HOST, type Rig, startRig } from '../api/rest/rig.ts';

const LEVELS_MAX = 12;
const BASE = '/api/rest/version/100/merchant/TESTSHOP';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const addresses = [
  ...new Set(CONTRACT_CALLS.map(({ method, path }) => `${method} ${BASE}${path.replace(/\{\w+\}/g, 'x')}`)),
];

const encoded = (letter: string, levels: number): string =>
  `%${'25'.repeat(levels - 1)}${letter.charCodeAt(0).toString(16)}`;

/** Encodings of a path that some programs interpret as another path. */
function variants(path: string): string[] {
  const at = path.indexOf('merchant');
  const [head, tail] = [path.slice(0, at), path.slice(at)];
  const levels = Array.from({ length: LEVELS_MAX }, (_, index) => index + 1);
  return [
    ...levels.flatMap((level) => [
      head + encoded('m', level) + tail.slice(1),
      `${head.slice(0, -1)}${encoded('/', level)}${tail}`,
      `/docs/${encoded('.', level).repeat(2)}${path}`,
      `${path}${encoded('?', level)}x=1`,
    ]),
    `/${path}`,
    path.replaceAll('/', '//'),
    path.replaceAll('/', '\\'),
    `/docs/..${path}`,
    `/healthz/..${path}`,
    `/healthz;${path}`,
    path.replace('/merchant', ';/merchant'),
    `${path};.css`,
    `${path}/.`,
    `${path}/favicon.svg`,
    path.toUpperCase(),
    path.replace('merchant', 'Merchant'),
    path.replace('/api', '/./api'),
  ];
}

it.each(addresses)('%s requires credentials, in any encoding of its address', async (address) => {
  const [method = '', path = ''] = address.split(' ');
  const statuses = new Set<number>();
  // A refusal ends the connection, so each request has its own; some run at a time.
  for (const written of variants(path)) {
    const lines = [`${method} ${written} HTTP/1.1`, `Host: ${PUBLIC_HOST}`, 'Content-Length: 0', 'Connection: close'];
    const answer = await rig.raw(`${lines.join('\r\n')}\r\n\r\n`);
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
    expect([written, status >= 400 && status < 500]).toEqual([written, true]);
    statuses.add(status);
  }
  // Some reach the operation, which asks for credentials.
  expect(statuses).toContain(401);
});
