/**
 * PayPal's Transaction Search: the transactions of a merchant's balance in a period. PayPal accepts periods of at most
 * 31 days, returns at most ten thousand transactions, in pages, and has a transaction within three hours and for three
 * years.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../contract/durations.ts';
import type { ProviderAccount } from '../../../core/ports/index.ts';
import type { ExactJson } from '../../http-json.ts';
import type { OAuthAnswer } from '../oauth-client.ts';
import { type OpenReports, type ProviderReports, type ReportSpan, ReportUnavailable } from '../provider-reports.ts';
import { paypalSiteOf } from './adapter.ts';
import { refusalOf } from './issues.ts';
import { PayPalClient } from './paypal-client.ts';

/** The maximum period. It is a millisecond shorter than 31 days, because both ends are included. */
const WINDOW_MS_MAX = 31 * DAY_MS - 1;
/**
 * The number of transactions in a page. A transaction with every field has 64 members (34 fields, 14 of them amounts
 * with two members) and up to 7 KB. A page then has 3,200 members and 350 KB, within an answer's limits of 5,000 and
 * 512 KB.
 */
const PAGE_SIZE = 50;
const TRIES_MAX = 5;
const TRY_PAUSE_MS = SECOND_MS;
/**
 * The maximum pause. The pauses that PayPal requests are shorter; a longer one fails the search, which can be repeated
 * later.
 */
const PAUSE_MS_MAX = 60 * SECOND_MS;

const searchTotals = z.object({
  total_items: z.string().regex(/^\d{1,9}$/),
  total_pages: z.string().regex(/^\d{1,9}$/),
});

export interface TransactionSearchOptions {
  readonly client: Pick<PayPalClient, 'turn'>;
  /** Resolves after this number of milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

export const openPayPalReports: OpenReports = (environment) => {
  const site = paypalSiteOf(environment);
  return site && transactionSearch({ client: new PayPalClient({ api: site.api }) });
};

export function transactionSearch({ client, pause = wait }: TransactionSearchOptions): ProviderReports {
  return {
    lateMsMax: 3 * HOUR_MS,
    ageMsMax: 3 * 365 * DAY_MS,
    async *pages(account, { from, until }) {
      for (let begin = from; begin <= until; begin += WINDOW_MS_MAX + 1) {
        yield* window(account, { from: begin, until: Math.min(begin + WINDOW_MS_MAX, until) });
      }
    },
  };

  /**
   * Reads all pages before it yields the first. If PayPal adds a transaction during the reading, the pages shift, and
   * all are read again.
   */
  async function* window(account: ProviderAccount, span: ReportSpan): AsyncIterable<ExactJson> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const pages: ExactJson[] = [];
      const totals = new Set<string>();
      for (let [page, last] = [1, 1]; page <= last; page += 1) {
        const answer = await fetchPage(account, pathOf(span, page));
        if (answer === 'TOO_MANY') {
          yield* halves(account, span);
          return;
        }
        const { total_items, total_pages } = answer.totals;
        totals.add(total_items);
        last = Number(total_pages);
        pages.push(answer.body);
      }
      if (totals.size === 1) {
        yield* pages;
        return;
      }
    }
    throw new ReportUnavailable(`PayPal's list changed while it was read, ${TRIES_MAX} times: fetch it again.`);
  }

  async function* halves(account: ProviderAccount, { from, until }: ReportSpan): AsyncIterable<ExactJson> {
    if (until <= from) {
      throw new ReportUnavailable('PayPal has more transactions of one moment than it gives at once.');
    }
    const middle = Math.floor((from + until) / 2);
    yield* window(account, { from, until: middle });
    yield* window(account, { from: middle + 1, until });
  }

  async function fetchPage(account: ProviderAccount, path: string): Promise<Page | 'TOO_MANY'> {
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      const answer = await client.turn(account).call({ method: 'GET', path });
      const page = pageIn(answer);
      if (page !== undefined) {
        return page;
      }
      const { retryAfterMs = TRY_PAUSE_MS * tries } = answer as { readonly retryAfterMs?: number };
      await pause(Math.min(retryAfterMs, PAUSE_MS_MAX));
    }
    throw new ReportUnavailable('PayPal does not answer, or knows no such account: see what the doctor says of it.');
  }
}

interface Page {
  readonly body: ExactJson;
  readonly totals: z.infer<typeof searchTotals>;
}

/** @returns undefined if the request should be repeated @throws ReportUnavailable if PayPal refuses the request */
function pageIn(answer: OAuthAnswer): Page | 'TOO_MANY' | undefined {
  if (answer.status !== 'ANSWERED') {
    return undefined;
  }
  const refusal = refusalOf(answer);
  if (refusal?.issue === 'RESULTSET_TOO_LARGE') {
    return 'TOO_MANY';
  }
  if (answer.code === 403) {
    throw new ReportUnavailable(
      'PayPal does not let this app search transactions: turn on Transaction Search for it, and come again in 9 hours.',
    );
  }
  if (refusal !== undefined) {
    throw new ReportUnavailable(`PayPal refuses the search (${refusal.issue}).`);
  }
  const { data } = searchTotals.safeParse(answer.body);
  return data && { body: answer.body, totals: data };
}

function pathOf({ from, until }: ReportSpan, page: number): string {
  const query = new URLSearchParams({
    start_date: new Date(from).toISOString(),
    end_date: new Date(until).toISOString(),
    fields: 'transaction_info',
    page_size: `${PAGE_SIZE}`,
    page: `${page}`,
  });
  return `/v1/reporting/transactions?${query}`;
}
