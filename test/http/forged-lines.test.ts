/** Data from a caller cannot start a log line, nor send terminal escapes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { basic, newOrderId, PASSWORD, PUBLIC_HOST, paying, type Rig, startRig } from '../api/rest/rig.ts';

/** The forged line of an attacker. */
const FORGED = '{"level":30,"msg":"forged-line"}';
const ESCAPES = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\u001b[2K\u001b[1A', '\u0000', '\u0008', '"}\n'];
/** Terminal escapes, and line ends other than the final one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const CONTROLS = /[\x00-\x09\x0b-\x1f\x7f\u0085\u2028\u2029]/;
const MERCHANT = '/api/rest/version/100/merchant';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const PLACES: Readonly<Record<string, (forged: string) => Promise<unknown>>> = {
  'an order’s id': (forged) => rig.api('GET', `/order/${encodeURIComponent(forged)}`),
  'a merchant’s id': (forged) => rig.call('GET', `${MERCHANT}/${encodeURIComponent(forged)}/order/x`),
  'an unknown address': (forged) => rig.call('GET', `/${encodeURIComponent(forged)}`),
  'a page’s session': (forged) => rig.call('GET', `/checkout/pay/${encodeURIComponent(forged)}`),
  'a return URL': (forged) => rig.call('GET', `/return/${encodeURIComponent(forged)}`),
  'a query': (forged) => rig.call('GET', `/docs/search?q=${encodeURIComponent(forged)}`),
  'the name of credentials': (forged) =>
    rig.api('GET', '/order/x', undefined, { authorization: basic(forged, PASSWORD) }),
  'a password': (forged) => rig.api('GET', '/order/x', undefined, { authorization: basic('TESTSHOP', forged) }),
  'a field’s value': (forged) =>
    rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY', { order: { amount: forged } })),
  'a field’s name': (forged) =>
    rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY', { [forged]: forged, order: {} })),
  'a version': (forged) => rig.call('GET', `/api/rest/version/${encodeURIComponent(forged)}/information`),
  'a raw address': (forged) => rig.raw(`GET /${forged} HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\nConnection: close\r\n\r\n`),
  'a host': (forged) => rig.raw(`GET / HTTP/1.1\r\nHost: ${forged}\r\nConnection: close\r\n\r\n`),
  'a header': (forged) =>
    rig.raw(`GET / HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\nForwarded: ${forged}\r\nConnection: close\r\n\r\n`),
  'a method': (forged) => rig.raw(`${forged} / HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\nConnection: close\r\n\r\n`),
};

it.each(Object.keys(PLACES))('a forged line in %s appears in no log', async (place) => {
  const before = rig.logged.length;
  for (const sent of ESCAPES) {
    await PLACES[place]?.(`a${sent}${FORGED}${sent}`);
  }
  // Each of them is refused, and at least the first ones are logged.
  await expect.poll(() => rig.logged.length).toBeGreaterThan(before);
  for (const line of rig.logged.slice(before)) {
    expect(line.endsWith('\n')).toBe(true);
    expect(line.slice(0, -1)).not.toMatch(/\n/);
    expect(line).not.toMatch(CONTROLS);
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged-line' });
  }
});
