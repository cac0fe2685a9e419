import { afterAll, beforeAll, expect, it } from 'vitest';
import { RETAINED_KINDS } from '../../src/back-office/retention/retained-data.ts';
import { cardPayment, restOrder } from '../api/rest/operations/order.ts';
import { CARD, type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from './turnpike.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'SHORT', name: 'Short', retention: { cardDays: 40 } });
});
afterAll(() => rig.close());

const run = (...args: readonly string[]) =>
  turnpike(rig.folder, ['retention', 'report', ...args], { DATABASE_URL: rig.databaseUrl });
const cells = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

it('the command lists each kind with its meaning, number of rows, age, reason and deadline, without card data', async () => {
  const before = new Date().toISOString();
  const body = cardPayment({ customer: { email: 'ann@post.example' } });
  await restOrder(rig, { merchant: 'SHORT' }).done('PAY', '1', body);
  await restOrder(rig, { merchant: 'SHORT' }).done('PAY', '1', body);
  await restOrder(rig).done('PAY', '1', body);
  await rig.api('POST', '/session', undefined, { merchant: 'SHORT' });
  const { code, out, err } = await run('SHORT');
  expect([code, err]).toEqual([0, '']);
  const lines = cells(out);
  expect(lines).toHaveLength(RETAINED_KINDS.length);
  const ofKind = Object.fromEntries(RETAINED_KINDS.map((kind, index) => [kind, lines[index] ?? []]));
  const rows = Object.fromEntries(RETAINED_KINDS.map((kind) => [kind, Number(ofKind[kind]?.[1])]));
  expect(rows).toMatchObject({ SESSION: 1, CARD: 2, CUSTOMER: 2, MONEY: 2, TOKEN: 0, NOTIFICATION: 0 });
  expect(rows).toMatchObject({ RISK_ATTEMPT: 0, ATTEMPT_COUNT: 0 });
  expect(`${ofKind.CARD?.[2]}` >= before).toBe(true);
  expect(ofKind.TOKEN?.[2]).toBe('-');
  expect(ofKind.CARD?.[4]).toContain('40 days');
  for (const secret of ['ann@post.example', CARD.number, CARD.number.slice(-4)]) {
    expect(out).not.toContain(secret);
  }
});

it('the command lists retained data for every merchant, and refuses an unknown merchant', async () => {
  const { out } = await run();
  expect(out).toMatch(/^SHORT: /m);
  expect(out).toMatch(/^TESTSHOP: /m);
  expect(await run('NOBODY')).toMatchObject({ code: 2, out: '' });
  expect(await run('SHORT', 'TESTSHOP')).toMatchObject({ code: 2, out: '' });
});
