/** The lines of a gateway that gets all kinds of requests: each is as in the schema, and names its process. */
import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { basic, newOrderId, PUBLIC_HOST, paying, type Rig, startRig } from '../../api/rest/rig.ts';
import { LOG_SCHEMA, requireLogLines } from '../../support/log-lines.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const CARD_NUMBER = '5123450000000008';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

/** The fields of the lines that the work adds, once there is one with the message. */
async function linesOf(work: () => Promise<unknown>, message: string) {
  const before = rig.logged.length;
  await work();
  const lines = () => rig.logged.slice(before).map((line) => JSON.parse(line));
  await expect.poll(() => lines().map(({ msg }) => msg)).toContain(message);
  return lines().filter(({ msg }) => msg === message);
}

it('a refused request of a merchant names its order, its transaction and its process', async () => {
  const order = newOrderId();
  const refused = paying('PAY', { order: { amount: 'much' } });
  const [line] = await linesOf(() => rig.api('PUT', `/order/${order}/transaction/1`, refused), 'request refused');
  expect(line).toMatchObject({
    level: 30,
    hostname: hostname(),
    pid: process.pid,
    version: '9.9.9',
    process: expect.any(Number),
    supportCode: expect.any(String),
    method: 'PUT',
    route: expect.stringContaining('/order/:order/transaction/:transaction'),
    status: 400,
    merchant: 'TESTSHOP',
    order,
    transactionId: '1',
    from: expect.any(String),
  });
  expect(line.time).toMatch(ISO);
});

it('a successful request has a line of the same form at the level debug', async () => {
  const order = newOrderId();
  const [line] = await linesOf(() => rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY')), 'request');
  expect(line).toMatchObject({ level: 20, status: 201, merchant: 'TESTSHOP', order, transactionId: '1' });
});

it.each([CARD_NUMBER, 'with space', '☃'])('the order id %s is not logged', async (order) => {
  const [line] = await linesOf(() => rig.api('GET', `/order/${encodeURIComponent(order)}`), 'request refused');
  expect(line).toMatchObject({ merchant: 'TESTSHOP', order: '(no id)' });
});

it('requests of all kinds leave only lines of the schema', async () => {
  const before = rig.logged.length;
  await linesOf(
    () => rig.api('GET', '/order/x', undefined, { authorization: basic('TESTSHOP', 'wrong') }),
    'request refused',
  );
  await linesOf(() => rig.raw('NONSENSE\r\n\r\n'), 'malformed request');
  await linesOf(() => rig.call('POST', '/callback/demoWallet', { reference: 'x' }), 'a callback was refused');
  await linesOf(() => rig.call('GET', `/checkout/pay/SESSION${'a'.repeat(24)}`), 'request refused');
  await rig.raw(`GET /\u0000 HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\nConnection: close\r\n\r\n`);
  const authorized = newOrderId();
  await rig.api('PUT', `/order/${authorized}/transaction/1`, paying('AUTHORIZE'));
  await rig.api('PUT', `/order/${authorized}/transaction/2`, { apiOperation: 'VOID' });
  requireLogLines(rig.logged);
  expect(rig.logged.slice(before).join('')).not.toContain(CARD_NUMBER);
  expect(Object.keys(LOG_SCHEMA.properties)).not.toContain('body');
});

it.each([
  ['a field that is not in the schema', { body: '{}' }],
  ['a time in milliseconds', { time: 1_790_000_000_000 }],
])('the schema refuses %s', (_what, change) => {
  const line = { ...JSON.parse(rig.logged[0] as string), ...change };
  expect(() => requireLogLines([JSON.stringify(line)])).toThrow('log-line.schema.json');
});

it('the schema’s check refuses a line that has a field twice', () => {
  const line = rig.logged[0] as string;
  expect(() => requireLogLines([line.replace('{', '{"pid":1,')])).toThrow('twice');
});
