/** `--json`, which every list of the command line takes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { jsonLine } from '../../src/cli/listing.ts';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from './turnpike.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, 1, 'info', { profile: { permissions: { refundApproval: true } } });
});
afterAll(() => rig.close());

const run = (...args: string[]) => turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl });
const rowsOf = (out: string) =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const LISTS = COMMANDS.filter((command) => 'lists' in command).map(({ name }) => name);
/** The ids that a list needs. */
const ARGUMENTS: Readonly<Record<string, string>> = { 'link list': 'TESTSHOP', 'limits show': 'TESTSHOP' };

it('every command that is called a list takes --json', () => {
  const lists = COMMANDS.filter(({ name }) => name.endsWith(' list')).map(({ name }) => name);
  expect(lists.length).toBeGreaterThan(7);
  expect(lists.filter((name) => !LISTS.includes(name))).toEqual([]);
});

it.each(LISTS)('%s prints a JSON object a line, and nothing for an empty list', async (name) => {
  const call = [...name.split(' '), ...(ARGUMENTS[name]?.split(' ') ?? [])];
  const { out, err } = await run(...call, '--json');
  expect(err).toBe('');
  for (const row of rowsOf(out)) {
    expect(row).toBeTypeOf('object');
  }
  const { out: text } = await run(...call);
  expect(text).not.toBe('');
  expect(text).not.toContain('{"merchant"');
});

it('a list has the same values as its lines, as JSON', async () => {
  const order = newOrderId();
  await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'));
  const refund = { apiOperation: 'REFUND', transaction: { amount: '5.00', currency: 'EUR' } };
  await rig.api('PUT', `/order/${order}/transaction/2`, refund);
  const { out } = await run('refund', 'list', '--json');
  expect(rowsOf(out)).toEqual([
    {
      merchant: 'TESTSHOP',
      order,
      transaction: '2',
      amount: '5.00',
      currency: 'EUR',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ]);
  const merchants = rowsOf((await run('merchant', 'list', '--json')).out);
  expect(merchants).toEqual([{ id: 'TESTSHOP', name: expect.any(String), hasPassword: true, isDisabled: false }]);
});

it('--json is refused by a command that is no list', async () => {
  expect(await run('merchant', 'put', '--json')).toMatchObject({ code: 1 });
  expect((await run('notifications', 'show', 'x', '--json')).code).toBe(2);
});

it('a line of JSON cannot move a terminal’s cursor', () => {
  const text = '\u001b[2J\u009b2J\u202e\u2028\u{e0001}';
  const line = jsonLine({ text });
  expect(line).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(line)).toEqual({ text });
});
