/** GET /v1/reporting/transactions: the transactions that changed the account's balance in a period, in pages. */
import { DAY_MS } from '../../../contract/durations.ts';
import type { PayPalOperation, PayPalOperationContext } from '../operation.ts';
import { PayPalRefusal } from '../refusal.ts';
import { isoTime } from '../resources.ts';
import { transactionsOf } from '../transactions.ts';

const SPAN_MS_MAX = 31 * DAY_MS;
const PAGE_SIZE = 100;

export const searchTransactions: PayPalOperation = {
  name: 'transactions.search',
  method: 'GET',
  path: '/v1/reporting/transactions',
  act: () => '',
  show(context) {
    const { query, account, now, reporting, resources } = context;
    const { from, until } = spanOf(context);
    const shownUntil = Math.min(until, now - reporting.afterMs);
    const found = transactionsOf(context, account.merchantId).filter(
      ({ at, isPending }) =>
        at >= from && at <= shownUntil && (!isPending || query.balance_affecting_records_only === 'N'),
    );
    if (found.length > reporting.resultsMax) {
      throw new PayPalRefusal(400, [{ issue: 'RESULTSET_TOO_LARGE' }]);
    }
    const size = Number(query.page_size ?? PAGE_SIZE);
    const page = Number(query.page ?? 1);
    const details = found.slice((page - 1) * size, page * size).map(({ info }) => ({ transaction_info: info }));
    const href = resources.url(`/v1/reporting/transactions?${new URLSearchParams(query as Record<string, string>)}`);
    return {
      status: 200,
      body: {
        // The description does not allow an empty list.
        transaction_details: details.length > 0 ? details : undefined,
        account_number: account.merchantId,
        start_date: isoTime(from),
        end_date: isoTime(until),
        last_refreshed_datetime: isoTime(now - reporting.afterMs),
        page,
        total_items: found.length,
        total_pages: Math.ceil(found.length / size),
        links: [{ href, rel: 'self', method: 'GET' }],
      },
    };
  },
};

/** The requested period in milliseconds since 1970. @throws PayPalRefusal */
function spanOf({ query }: PayPalOperationContext) {
  const [from, until] = [Date.parse(query.start_date ?? ''), Date.parse(query.end_date ?? '')];
  if (!(from <= until) || until - from > SPAN_MS_MAX) {
    throw new PayPalRefusal(400, [{ issue: 'INVALID_PARAMETER_VALUE', field: 'end_date', location: 'query' }]);
  }
  return { from, until };
}
