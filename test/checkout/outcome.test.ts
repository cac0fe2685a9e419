/** A payment's outcome on its pages and in its mail, compared with a ledger after every sequence of follow-ups. */
import { describe, expect, it } from 'vitest';
import { contentOf } from '../../src/adapters/receipts/content.ts';
import { paymentView } from '../../src/checkout/receipt/payment-money.ts';
import { DAY_MS } from '../../src/contract/durations.ts';
import { amountFacts } from '../../src/web/components/receipt/receipt-facts.ts';
import { receiptWords } from '../../src/web/components/receipt/receipt-words.ts';
import { readableOutcome } from '../../src/web/components/timeline/readable-outcome.ts';
import { statusFacts } from '../../src/web/components/timeline/status-facts.ts';
import { readableSteps } from '../../src/web/components/timeline/steps.ts';
import { textFor } from '../../src/web/text/index.ts';
import type { PaymentOutcome } from '../../src/web/views/index.ts';
import { donePage } from '../web/pages/fixtures.ts';
import { statusPage } from '../web/pages/payment-timelines.ts';
import { type History, histories, ledgerSums, PAID_AT, WAYS } from './outcome-walk.ts';

const text = textFor('en');
const FOLLOW_UPS_MAX = 3;
const PROFILE = { authorizationValidityDays: 7 };
const LABELS = {
  paid: 'Amount paid',
  reserved: 'Amount reserved',
  refunded: 'Amount refunded',
  chargedBack: 'Returned through your bank',
  cancelled: 'Amount cancelled',
  expired: 'No longer reserved',
} as const;
const SUM_WORDS = {
  paid: /^€([\d.]+) paid$/,
  reserved: /^€([\d.]+) still reserved$/,
  refunded: /^€([\d.]+) refunded(?: on December 1)?$/,
  chargedBack: /^€([\d.]+) returned through your bank$/,
};

const euros = (cents: bigint) => `€${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
const amountsIn = (sentence: string) => sentence.match(/€[\d.]*\d/g) ?? [];

/** All views of the payment. */
function shown({ order, transactions }: History, now = PAID_AT) {
  const made = paymentView(order, transactions.at(-1)!, transactions, PROFILE, now);
  const outcome: PaymentOutcome = { kind: 'made', money: made.money };
  const status = statusPage(outcome, [], { followUps: made.followUps });
  const receipt = donePage('receipt', { made });
  const mail = contentOf(receipt, undefined);
  return { status, receipt, mail, readable: readableOutcome(status, text), words: receiptWords(receipt, text) };
}

const labelled = (facts: readonly { readonly label: string; readonly value: string }[]) =>
  Object.fromEntries(
    facts
      .filter(({ label }) => Object.values<string>(LABELS).includes(label))
      .map(({ label, value }) => [label, value]),
  );

function hold(history: History): void {
  const sums = ledgerSums(history.ledger);
  const entries = Object.entries(sums);
  const expected = Object.fromEntries(entries.map(([name, sum]) => [LABELS[name as keyof typeof LABELS], euros(sum)]));
  const { status, receipt, mail, readable, words } = shown(history);
  const where = history.done.join(', ');
  if (entries.length === 0) {
    // A standalone refund that was voided has no page.
    return;
  }
  for (const facts of [statusFacts(status, text), amountFacts(receipt, text), mail.facts]) {
    expect(labelled(facts), where).toEqual(expected);
  }
  for (const sentence of [
    `${readable.title} ${readable.text}`,
    `${words.title} ${words.lead}`,
    `${mail.title} ${mail.lead}`,
  ]) {
    for (const amount of amountsIn(sentence)) {
      expect(Object.values(expected), `${where}: ${sentence}`).toContain(amount);
    }
    expect(/\b(?:paid|complete)\b/i.test(sentence) && sums.paid === undefined, `${where}: ${sentence}`).toBe(false);
    const isOwed = sums.cancelled !== undefined || (sums.refunded ?? 0n) === (sums.paid ?? 0n);
    expect(isOwed && sums.reserved === undefined && /not need to pay again/.test(sentence), sentence).toBe(false);
  }
  if (readable.sums !== undefined) {
    const parts = readable.title.split(' · ');
    const named = parts.map((part) => Object.entries(SUM_WORDS).find(([, words]) => words.test(part))?.[0]);
    expect(named, where).toEqual(Object.keys(SUM_WORDS).filter((name) => name in sums));
  }
}

describe.each(Object.entries(WAYS))('paid with %s', (_way, roots) => {
  it("shows the ledger's sums on every page, after every sequence of follow-ups", () => {
    const walked = histories(roots, FOLLOW_UPS_MAX);
    for (const history of walked) {
      hold(history);
    }
    // A standalone refund can only be voided; the others have many sequences.
    expect(walked.length).toBeGreaterThan(roots[0]!.type === 'REFUND' ? 1 : 50);
  });

  it('has a step with its amount and time for each completed follow-up, and one without for an open one', () => {
    for (const history of histories(roots, 2)) {
      const steps = readableSteps(shown(history).status, text).slice(4);
      const isRoot = (id: string) => Number(id) <= roots.length;
      const followed = history.order.movements.filter(
        ({ transactionId, result, type }) =>
          (!isRoot(transactionId) || /CAPTURE|REFUND/.test(type)) && result !== 'FAILURE',
      );
      expect(steps.map(({ label }) => amountsIn(label)[0])).toEqual(followed.map(({ amount }) => euros(amount)));
      expect(steps.map(({ at }) => at === undefined)).toEqual(
        followed.map(({ type, result }) => result === 'PENDING' && type !== 'REFUND_REQUEST'),
      );
    }
  });
});

it('an expired authorization shows that no amount is reserved, and omits the rest', () => {
  const [reserved] = histories(WAYS['a card that is reserved']!, 0);
  const over = PAID_AT + 7 * DAY_MS;
  expect(shown(reserved!, over).readable.title).toBe('Reserved: €57.20 for Harbour Lane Books');
  expect(shown(reserved!, over + 1).readable.title).toBe('€57.20 is no longer reserved');
  const part = histories(WAYS['a card that is reserved']!, 1).find(({ done }) => done.at(-1) === 'CAPTURE 500');
  expect(shown(part!, over + 1).readable.title).toBe('Paid: €5.00 to Harbour Lane Books');
  // An update restarts the validity.
  const updated = histories(WAYS['a card that is reserved']!, 1).find(({ done }) => done.at(-1) === 'UPDATE 9000');
  expect(shown(updated!, over + 1).readable.title).toBe('Reserved: €90.00 for Harbour Lane Books');
});
