/** Isolation of merchants: every operation answers for another merchant's ids as for unknown ones. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT_CALLS, type ContractCall } from '../../../src/contract/calls.ts';
import { basic, CARD, newOrderId, PASSWORD, paying, type Reply, type Rig, startRig } from './rig.ts';

/** The merchant that has the ids, and the one that tries them. */
const OWNER = 'TESTSHOP';
const STRANGER = 'STRANGER';
/** Well-formed ids that do not exist. */
const NOBODYS = {
  orderId: 'nobodys-order',
  transactionId: '1',
  token: '9000000000000000',
  sessionId: `SESSION${'0'.repeat(24)}`,
};
/** Calls without such an id are left out: they create records of the caller's own. */
const IDS = /\{(orderId|token|sessionId)\}/;

let rig: Rig;
let owned: Readonly<Record<string, string>>;
let order: string;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: STRANGER, name: 'Another shop' });
  order = newOrderId();
  await rig.api('PUT', `/order/${order}/transaction/1`, paying('AUTHORIZE'));
  const card = { number: CARD.number, expiry: CARD.expiry };
  const { token } = (await rig.api('POST', '/token', { sourceOfFunds: { type: 'CARD', provided: { card } } })).json;
  const session = (await rig.api('POST', '/session', {})).json.session.id;
  await rig.api('PUT', `/session/${session}`, {
    customer: { firstName: 'Ada' },
    sourceOfFunds: { provided: { card } },
  });
  owned = { orderId: order, transactionId: '1', token, sessionId: session };
});
afterAll(() => rig.close());

/** Each operation with the least body that reaches it. */
const CASES = CONTRACT_CALLS.filter(({ path }) => IDS.test(path)).flatMap((call) =>
  call.operations.map((operation) => ({ name: `${operation} by ${call.method}`, call, operation })),
);

const pathWith = ({ path }: ContractCall, ids: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(ids[name] ?? NOBODYS.transactionId));

function bodyOf({ method, path }: ContractCall, operation: string): object | undefined {
  if (method === 'GET') {
    return undefined;
  }
  const selects = /transaction|session/.test(path) ? { apiOperation: operation } : {};
  const refers = { transaction: { targetTransactionId: '1', amount: '1.00', currency: 'EUR' } };
  return { ...selects, ...(path.includes('transaction') && refers) };
}

/**
 * The answer to the other merchant, without the parts that differ between any two answers, and without the id itself.
 */
function comparable({ status, text }: Reply, ids: Readonly<Record<string, string>>): [number, string] {
  const plain = text.replace(/"supportCode":"[^"]*"/, '');
  return [status, Object.values(ids).reduce((left, id) => (id.length > 1 ? left.replaceAll(id, '…') : left), plain)];
}

const everything = async () => [
  (await rig.api('GET', `/order/${order}`)).text,
  (await rig.api('GET', `/token/${owned.token}`)).text,
  (await rig.api('GET', `/session/${owned.sessionId}`)).text,
];

it('there are operations to try, on orders, tokens and sessions', () => {
  const tried = new Set(CASES.map(({ call }) => IDS.exec(call.path)?.[1]));
  expect([...tried].sort()).toEqual(['orderId', 'sessionId', 'token']);
  expect(CASES.length).toBeGreaterThan(20);
});

describe('with another merchant’s ids', () => {
  it.each(CASES)('$name answers as with unknown ids, and changes nothing', async ({ call, operation }) => {
    const before = await everything();
    const body = bodyOf(call, operation);
    const as = (ids: Readonly<Record<string, string>>) =>
      rig.api(call.method, pathWith(call, ids), body, { merchant: STRANGER });
    const [theirs, nobodys] = [await as(owned), await as(NOBODYS)];
    expect(comparable(theirs, owned)).toEqual(comparable(nobodys, NOBODYS));
    expect(theirs.text).not.toMatch(/Ada|512345/);
    expect(await everything()).toEqual(before);
  });

  it.each(CASES)('$name is 401 at the other’s own address', async ({ call, operation }) => {
    const before = await everything();
    const { status } = await rig.api(call.method, pathWith(call, owned), bodyOf(call, operation), {
      merchant: OWNER,
      authorization: basic(STRANGER, PASSWORD),
    });
    expect(status).toBe(401);
    expect(await everything()).toEqual(before);
  });
});
