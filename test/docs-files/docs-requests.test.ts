/** The requests that the documentation offers for pasting, page by page, sent to a gateway and its sandbox. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { turnpike } from '../cli/turnpike.ts';
import { API_PASSWORD, type Stack, startStack } from '../support/stack.ts';
import { follow } from './docs-reader.ts';
import { codeBlocks, DOC_PAGES, docPage } from './documentation.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasDirectoryServers: true });
});
afterAll(() => stack.close());

/** All shell blocks of a page in order, with the reader's and the payer's steps between them. */
function commands(text: string): string {
  return codeBlocks(text, 'sh')
    .join('\n')
    .replaceAll('http://localhost:8080', stack.origin)
    .replaceAll('http://localhost:8090', stack.shopOrigin)
    .replace(/^# .*\bonce (?:it is paid|the payer (?:has paid|is back)).*$/gim, 'payer_acts')
    .replace(/^([A-Z]+)=… # (\S+) of the answer$/gm, '$1=$(copy $2)');
}

const WITH_REQUESTS = DOC_PAGES.filter(({ text }) => codeBlocks(text, 'sh').some((code) => code.includes('curl ')));

/** The records after a page's requests: orders by their status. */
const ORDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': { 'ORDER-1': 'CAPTURED', 'ORDER-2': 'CAPTURED' },
  'docs/guide/browser-payments.md': { 'WALLET-1': 'INITIATED', 'WALLET-2': 'CAPTURED' },
  'docs/guide/checkout.md': { 'CHECKOUT-1': 'PARTIALLY_REFUNDED', 'CHECKOUT-2': 'CAPTURED' },
  'docs/guide/finding-orders.md': {},
  'docs/guide/first-payment.md': { 'FIRST-1': 'REFUNDED' },
  'docs/guide/links.md': {},
  'docs/guide/payer-authentication.md': { 'AUTHENTICATED-1': 'CAPTURED' },
  'docs/guide/risk.md': { 'RISK-1': 'AUTHORIZED', 'RISK-2': 'FAILED' },
  'docs/guide/sandbox-control.md': {},
  'docs/guide/tokens.md': { 'TOKEN-1': 'CAPTURED' },
  'docs/guide/validate.md': {},
  'docs/guide/wallets.md': {},
};

it('pages with requests are listed with the records that they create', () => {
  expect(WITH_REQUESTS.map(({ file }) => file).sort()).toEqual(Object.keys(ORDERS).sort());
});

/** The id of the sandbox's merchant, or of the page's own profile, which is stored first. */
async function merchantOf(text: string): Promise<string> {
  const profile = codeBlocks(text, 'json').find((code) => /^{\s*"id": /.test(code));
  if (profile === undefined) {
    return 'TESTSHOP';
  }
  const file = join(stack.dataDir, 'profile.json');
  await writeFile(file, profile);
  const put = ['merchant', 'put', file, '--password', API_PASSWORD];
  expect(await turnpike(stack.dataDir, put, { DATABASE_URL: stack.databaseUrl })).toMatchObject({ code: 0 });
  return JSON.parse(profile).id;
}

async function statusOf(merchant: string, order: string): Promise<string> {
  const headers = { Authorization: `Basic ${btoa(`merchant.${merchant}:${API_PASSWORD}`)}` };
  const path = `/api/rest/version/100/merchant/${merchant}/order/${order}`;
  return ((await (await fetch(stack.origin + path, { headers })).json()) as { status: string }).status;
}

it.each(Object.entries(ORDERS))(
  'the requests of %s are answered, with the documented results',
  async (file, orders) => {
    const merchant = await merchantOf(docPage(file));
    await follow(commands(docPage(file)), { PASSWORD: API_PASSWORD });
    const statuses = Object.keys(orders).map(async (id) => [id, await statusOf(merchant, id)]);
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual(orders);
  },
);

it('curl is called in blocks that are run, and nowhere else', () => {
  const unrun = DOC_PAGES.flatMap(({ file, text }) =>
    ['', 'bash', 'console', 'shell', 'http'].flatMap((language) =>
      codeBlocks(text, language)
        .filter((code) => /\bcurl\b/.test(code))
        .map(() => file),
    ),
  );
  expect(unrun).toEqual([]);
});
