/** The pages of a merchant's payouts: the list, and one with its entries. */
import {
  type PayoutLine,
  payoutLines,
  payoutTotals,
  type SettlementDifference,
  type StoredPayout,
} from '../../back-office/settlement/index.ts';
import { storedAmount } from '../../checkout/index.ts';
import type {
  PayoutDifference,
  PayoutDifferenceKind,
  PayoutEntry,
  PayoutLineEntry,
  PayoutSums,
} from '../../web/views/console/index.ts';
import { findPayout, payoutFile, positionText, readEntryKey, readPosition } from '../payouts.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { fileAnswer } from './file-answer.ts';
import { shellOf } from './shell.ts';

const SHOWN_PAYOUTS = 20;
const SHOWN_ENTRIES = 50;
/** The parameter with the place where a page begins. */
const AFTER = 'after';

export async function payoutsPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const { merchant } = place;
  const before = readPosition(query.get(AFTER));
  const read = await dependencies.payouts.ofMerchant(merchant.key, SHOWN_PAYOUTS + 1, before);
  const payouts = read.slice(0, SHOWN_PAYOUTS);
  const last = read.length > SHOWN_PAYOUTS ? payouts.at(-1) : undefined;
  const allHref = consoleAddress('payouts', { merchant: merchant.id });
  return {
    page: 'payouts',
    data: {
      shell: shellOf(request, 'payouts'),
      payouts: payouts.map((payout) => payoutEntry(merchant.id, payout)),
      nextHref: last && `${allHref}?${AFTER}=${positionText(last)}`,
      firstHref: before === undefined ? undefined : allHref,
    },
  };
}

function payoutEntry(merchant: string, payout: StoredPayout): PayoutEntry {
  const { key, id, source, date } = payout;
  return { href: consoleAddress('payout', { merchant, payout: `${key}` }), id, source, date, sums: sumsOf(payout) };
}

function sumsOf(payout: StoredPayout): PayoutSums {
  const totals = payoutTotals(payout);
  const { payments, refunds, chargebacks, other, fees, unexplained, net, paidOut, entries } = totals;
  const amount = (units: bigint) => storedAmount({ amount: units, currency: payout.currency });
  return {
    payments: amount(payments),
    refunds: amount(refunds),
    chargebacks: amount(chargebacks),
    other: amount(other),
    fees: amount(fees),
    unexplained: unexplained === 0n ? undefined : amount(unexplained),
    net: net === undefined ? undefined : amount(net),
    paidOut: paidOut === undefined ? undefined : amount(paidOut),
    isOpen: net !== undefined && paidOut !== undefined && net !== paidOut,
    entries,
  };
}

export async function payoutPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, parameters, query } = request;
  const { merchant } = place;
  const payout = await findPayout(dependencies, merchant, parameters.payout ?? '');
  if (payout === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const after = readEntryKey(query.get(AFTER));
  const compared = { key: payout.key, merchantId: merchant.id };
  const { lines, next } = await payoutLines(dependencies.payouts, compared, after, SHOWN_ENTRIES);
  const { href, ...entry } = payoutEntry(merchant.id, payout);
  return {
    page: 'payout',
    data: {
      shell: shellOf(request, 'payouts'),
      payout: entry,
      lines: lines.map((line) => lineEntry(merchant.id, line)),
      csvHref: consoleAddress('payoutFile', { merchant: merchant.id, payout: `${payout.key}` }),
      backHref: consoleAddress('payouts', { merchant: merchant.id }),
      nextHref: next === undefined ? undefined : `${href}?${AFTER}=${next}`,
      firstHref: after === 0 ? undefined : href,
    },
  };
}

function lineEntry(merchant: string, { entry, orderId, differences }: PayoutLine): PayoutLineEntry {
  const { kind, date, order, id, gross, fee, net, currency } = entry;
  const amount = (units: bigint) => storedAmount({ amount: units, currency });
  return {
    kind,
    date,
    order: orderId ?? order,
    orderHref: orderId === undefined ? undefined : consoleAddress('order', { merchant, order: orderId }),
    reference: id,
    gross: amount(gross),
    fee: amount(-fee),
    net: amount(net),
    differences: differences.map((one) => differenceEntry(one, amount)),
  };
}

function differenceEntry(
  { kind, there, here }: SettlementDifference,
  amount: (units: bigint) => PayoutDifference['there'],
): PayoutDifference {
  return {
    // An entry has no difference of a payout or a file.
    kind: kind as PayoutDifferenceKind,
    there: there === undefined ? undefined : amount(there),
    here: here === undefined ? undefined : amount(here),
  };
}

export async function payoutFilePage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, parameters } = request;
  const payout = await findPayout(dependencies, place.merchant, parameters.payout ?? '');
  if (payout === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  return fileAnswer(request, {
    of: 'payout',
    details: { format: 'CSV', source: payout.source, payout: payout.id },
    write: () => payoutFile(dependencies, place.merchant, payout),
  });
}
