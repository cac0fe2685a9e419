/** PayPal's Transaction Search: windows, pages, limits and faults, at the sandbox's PayPal over real sockets. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { ExactJson } from '../../../../src/adapters/http-json.ts';
import { PayPalClient } from '../../../../src/adapters/providers/paypal/paypal-client.ts';
import { transactionSearch } from '../../../../src/adapters/providers/paypal/transaction-search.ts';
import {
  type ProviderReports,
  type ReportSpan,
  ReportUnavailable,
} from '../../../../src/adapters/providers/provider-reports.ts';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { DescriptionMetadata } from '../../../../src/sandbox/description/facts.ts';
import { paid, type Rig, rigWith } from './rig.ts';

const aroundNow = (days = 1): ReportSpan => {
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  return { from: now - days * DAY_MS, until: now + 60_000 };
};

interface Searched extends ProviderReports {
  readonly pauses: number[];
}

function searching({ simulator }: Rig): Searched {
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  return { ...transactionSearch({ client: new PayPalClient({ api: simulator.base }), pause }), pauses };
}

/** The numbers of the found transactions, page by page. */
async function found(reports: ProviderReports, { account }: Rig, span = aroundNow()): Promise<string[][]> {
  const pages: string[][] = [];
  for await (const page of reports.pages(account, span)) {
    const { transaction_details = [] } = page as { transaction_details?: ExactJson };
    const details = transaction_details as readonly { transaction_info: { transaction_id: string } }[];
    pages.push(details.map(({ transaction_info }) => transaction_info.transaction_id));
  }
  return pages;
}

it('the search finds payments, in windows of a month', async () => {
  const rig = await rigWith();
  const { restsOn } = await paid(rig);
  expect(await found(searching(rig), rig)).toEqual([[restsOn]]);
  // Three windows, of which the last is today's.
  expect(await found(searching(rig), rig, aroundNow(80))).toEqual([[], [], [restsOn]]);
});

it('the search splits a window that has too many results for PayPal, and finds each once', async () => {
  const rig = await rigWith();
  const numbers: string[] = [];
  for (let day = 0; day < 4; day += 1) {
    rig.simulator.paypal.setAhead(day * DAY_MS);
    rig.simulator.paypal.accounts.expireTokens();
    numbers.push((await paid(rig)).restsOn);
  }
  rig.simulator.paypal.reporting = { afterMs: 0, resultsMax: 1 };
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const pages = await found(searching(rig), rig, { from: now - DAY_MS, until: now + 5 * DAY_MS });
  expect(pages.flat()).toEqual(numbers);
});

it('the search retries after PayPal’s Retry-After, and after an answer that is lost', async () => {
  const rig = await rigWith();
  const { restsOn } = await paid(rig);
  rig.simulator.paypal.setFault({ mode: 'DROP_REPLY', operation: 'transactions.search', count: 2 });
  const lost = searching(rig);
  expect(await found(lost, rig)).toEqual([[restsOn]]);
  expect(lost.pauses).toEqual([1_000, 2_000]);
  rig.simulator.paypal.setFault({ mode: 'RATE_LIMIT', operation: 'transactions.search', retryAfter: 7 });
  const busy = searching(rig);
  await expect(found(busy, rig)).rejects.toThrow(ReportUnavailable);
  expect(busy.pauses).toHaveLength(5);
  expect(busy.pauses[0]).toBe(7_000);
});

it('the search ends with a line for the operator where the account is unknown, or PayPal refuses the search', async () => {
  const rig = await rigWith();
  const members = { ...rig.account.members, clientSecret: 'another-secret' };
  const other = { ...rig, account: { ...rig.account, members } };
  await expect(found(searching(rig), other)).rejects.toThrow(/^PayPal does not answer, or knows no such account/);
  const { until } = aroundNow();
  await expect(found(transactionSearch({ client: refusing(403) }), rig)).rejects.toThrow(/turn on Transaction Search/);
  await expect(found(transactionSearch({ client: refusing(400) }), rig, { from: until, until })).rejects.toThrow(
    /^PayPal refuses the search \(NOT_AUTHORIZED\)\.$/,
  );
});

/** A PayPal that refuses with this status. */
function refusing(code: number): Pick<PayPalClient, 'turn'> {
  const call = async () => ({ status: 'ANSWERED', code, body: { name: 'NOT_AUTHORIZED' } }) as const;
  return { turn: () => ({ call }) };
}

it('the search reads a list again that changes while it is read, so that no page is missed', async () => {
  const rig = await rigWith();
  const totals = ['150', '151', '151', '151'];
  const asked: string[] = [];
  const call = async ({ path }: { readonly path: string }) => {
    asked.push(/page=(\d+)$/.exec(path)?.[1] ?? '');
    const body = { total_items: totals.shift() ?? '', total_pages: '2', transaction_details: [] };
    return { status: 'ANSWERED', code: 200, body } as const;
  };
  const pages = await found(transactionSearch({ client: { turn: () => ({ call }) } }), rig);
  expect(asked).toEqual(['1', '2', '1', '2']);
  expect(pages).toHaveLength(2);
});

const FACTS = JSON.parse(
  readFileSync(new URL('../../../../src/sandbox/paypal/facts.json', import.meta.url), 'utf8'),
) as DescriptionMetadata;

/** With every field of PayPal's description, at its longest. */
function fullTransaction(number: number): object {
  const fields = Object.entries(FACTS.types['reporting/transaction_info']?.fields ?? {});
  expect(fields.length).toBeGreaterThan(30);
  const full = fields.map(([name, { is, max = 64 }]) => [
    name,
    is === 'reporting/money' ? { currency_code: 'USD', value: '1'.repeat(32) } : 'x'.repeat(max),
  ]);
  return { transaction_info: { ...Object.fromEntries(full), transaction_id: `T${number}` } };
}

/** A PayPal that gives one page, as long as requested, of full transactions. */
async function openFullPayPal(): Promise<string> {
  const server = createServer((request, response) => {
    const size = Number(/page_size=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
    const page = {
      page: 1,
      total_items: size,
      total_pages: 1,
      transaction_details: [...Array(size).keys()].map(fullTransaction),
    };
    const token = { access_token: 'T', expires_in: 3_600, token_type: 'Bearer' };
    response.end(JSON.stringify(request.method === 'POST' ? token : page));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('the search reads a full page of transactions with every field', async () => {
  const client = new PayPalClient({ api: await openFullPayPal() });
  const account = { merchantId: 'TESTSHOP', members: { clientId: 'id', clientSecret: 'secret' } };
  const pages: ExactJson[] = [];
  for await (const page of transactionSearch({ client, pause: async () => undefined }).pages(account, aroundNow())) {
    pages.push(page);
  }
  expect(pages).toHaveLength(1);
});
