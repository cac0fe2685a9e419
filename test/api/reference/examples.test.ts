import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTED_OPERATIONS, type DocumentedOperation } from '../../../src/api/reference/documented-operations.ts';
import { maskVolatile, runExample, SANDBOX_MERCHANT } from '../../../src/api/reference/example-run.ts';
import { EXAMPLES } from '../../../src/api/reference/examples.ts';
import { recordedAnswers } from '../../../src/api/reference/recorded-answers.ts';
import { STATUSES } from '../../../src/contract/errors/statuses.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { type BrowserRig, startBrowserRig } from '../../browser-payments/rig.ts';
import { type DirectoryServers, startDirectoryServers } from '../../support/directory-servers.ts';

let rig: BrowserRig;
let servers: DirectoryServers;
beforeAll(async () => {
  servers = await startDirectoryServers();
  rig = await startBrowserRig({ env: servers.env });
  for (const { merchant } of Object.values(EXAMPLES)) {
    if (merchant !== undefined) {
      await rig.merchant({ ...merchant });
    }
  }
});
afterAll(async () => {
  await rig.close();
  await servers.close();
});

const recorded = recordedAnswers();

it('every operation has an example, and a recorded answer to it', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual([...DOCUMENTED_OPERATIONS].sort());
  expect(Object.keys(recorded).sort(), 'run npm run reference').toEqual([...DOCUMENTED_OPERATIONS].sort());
});

it.each(DOCUMENTED_OPERATIONS)('%s answers as the reference shows; else run `npm run reference`', async (name) => {
  const { status, answer } = await runExample(
    name,
    (merchant, method, address, body, version) => rig.api(method, address, body, { merchant, version }),
    async (redirectUrl) => void (await rig.browse(redirectUrl, { until: /return/ })),
    async (acsUrl, paReq) => {
      const { pathname } = new URL(acsUrl);
      const fields = new URLSearchParams({ PaReq: paReq, TermUrl: 'https://shop.example/authenticated', MD: 'CART-1' });
      await rig.call('POST', pathname, fields.toString(), {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      return /name="PaRes" value="([^"]+)"/.exec((await rig.call('GET', pathname)).text)?.[1] ?? '';
    },
  );
  expect(status).toBe(recorded[name]?.status);
  expect(status).toBe(OPERATIONS[name].status);
  expect(plain(answer)).toEqual(plain(recorded[name]?.answer));
});

/** Numbers are compared by their digits, in any object. */
const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(maskVolatile(answer)));

it('no two examples use the same order, since all run against one gateway', () => {
  const orders = Object.values(EXAMPLES).flatMap(({ before, call }) => [
    ...new Set([...before, call].flatMap(({ at: { orderId } }) => orderId ?? [])),
  ]);
  expect(orders.filter((order, index) => orders.indexOf(order) !== index)).toEqual([]);
});

it('an example selects its own operation, at the contract’s address', () => {
  for (const name of Object.keys(EXAMPLES) as DocumentedOperation[]) {
    const { operation, body = {} } = EXAMPLES[name].call;
    expect(operation).toBe(name);
    if ('apiOperation' in body) {
      expect(body.apiOperation).toBe(name);
    }
  }
});

describe('statuses', () => {
  const said = (status: number) => STATUSES.find((one) => one.status === status)?.explanation;
  const address = `/api/rest/version/100/merchant/${SANDBOX_MERCHANT}`;

  it.each([
    ['a body that is no object', 400, () => rig.api('PUT', '/order/A/transaction/1', '1')],
    ['bad credentials', 401, () => rig.call('GET', `${address}/order/A`, undefined, { authorization: 'Basic eA==' })],
    ['what the profile does not permit', 403, () => rig.api('PUT', '/order/A/transaction/1', standaloneRefund)],
    ['an unsupported version', 404, () => rig.api('GET', '/order/A', undefined, { version: 800 })],
    ['another method', 405, () => rig.api('POST', '/order/A/transaction/1')],
    ['a large body', 413, () => rig.api('PUT', '/order/A/transaction/1', 'x'.repeat(65_537))],
    ['another host', 421, () => rig.call('GET', '/', undefined, { headers: { Host: 'evil.example' } })],
  ])('%s is answered with %i, in the words of the reference', async (_what, status, call) => {
    const reply = await call();
    expect(reply.status).toBe(status);
    if (reply.json.error !== undefined) {
      expect(reply.json.error.explanation).toBe(said(status));
    }
  });

  const standaloneRefund = {
    ...EXAMPLES.AUTHORIZE.call.body,
    apiOperation: 'REFUND',
    transaction: { amount: '1', currency: 'EUR' },
  };
});
