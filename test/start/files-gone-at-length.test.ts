// @module-tag at-length
/** A ready gateway needs no file of its checkout: `git pull`, a build and `npm ci` beside it replace all of them. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DOCUMENTED_OPERATIONS } from '../../src/api/reference/documented-operations.ts';
import { runExample } from '../../src/api/reference/example-run.ts';
import { EXAMPLES } from '../../src/api/reference/examples.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { LANGUAGES } from '../../src/web/text/languages.ts';
import { browse } from '../docs-files/scriptless-payer.ts';
import { bundleProgram } from '../support/bundle.ts';
import { type CheckoutCopy, copyCheckout } from '../support/checkout-copy.ts';
import { authorizationOf, MERCHANT_PATH } from '../support/merchant.ts';
import { type MetPage, walkAddresses, walkPayers } from '../support/payer-walk.ts';
import { API_PASSWORD, type Stack, startStack } from '../support/stack.ts';

/** The copy has no compiled code yet, so its start takes longer than others. */
const START_MS_MAX = 180_000;

let copy: CheckoutCopy;
let stack: Stack;
beforeAll(async () => {
  bundleProgram();
  copy = copyCheckout();
  stack = await startStack({ checkouts: [copy.folder], hasDirectoryServers: true });
  copy.remove();
}, START_MS_MAX);
afterAll(async () => {
  await stack?.close();
  copy.remove();
});

const failed = (met: readonly MetPage[]) =>
  met.filter(({ status }) => status >= 500).map(({ address, status }) => `${status} ${address}`);

it('payers, readers and scrapers get every page after the files of the build are deleted', async () => {
  expect(existsSync(copy.folder)).toBe(false);
  const met: MetPage[] = [];
  const note = (page: MetPage) => void met.push(page);
  const orders = await walkPayers(stack.origin, stack.merchant, note);
  await walkAddresses(stack.origin, { operations: DOCUMENTED_OPERATIONS, languages: LANGUAGES }, note);
  expect(failed(met)).toEqual([]);
  const statuses = await Promise.all(orders.map(async (order) => (await stack.merchant.order(order)).body.status));
  expect(statuses).toEqual(['CAPTURED', 'CAPTURED']);
});

/** The others need a merchant with a profile of their own. */
const OF_THE_SANDBOX = DOCUMENTED_OPERATIONS.filter((name) => EXAMPLES[name].merchant === undefined);

it.each(OF_THE_SANDBOX)('%s is answered after the files of the build are deleted', async (name) => {
  const base = MERCHANT_PATH.replace(/version\/\d+/, 'version/VERSION');
  const { status } = await runExample(
    name,
    async (_merchant, method, address, body, version) => {
      const answer = await fetch(`${stack.origin}${base.replace('VERSION', `${version}`)}${address}`, {
        method,
        headers: { authorization: authorizationOf(API_PASSWORD), 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      return { status: answer.status, text: await answer.text() };
    },
    browse,
    async (acsUrl, paReq) => {
      const body = new URLSearchParams({ PaReq: paReq, TermUrl: 'https://shop.example/authenticated', MD: 'CART-1' });
      await fetch(acsUrl, { method: 'POST', body, redirect: 'manual' });
      return /name="PaRes" value="([^"]+)"/.exec(await (await fetch(acsUrl)).text())?.[1] ?? '';
    },
  );
  expect(status).toBe(OPERATIONS[name].status);
});
