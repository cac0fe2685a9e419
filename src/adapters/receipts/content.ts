/**
 * The content of a receipt's mail before it is formatted, in the payer's language and with the texts of the payer's
 * page.
 */

import { followUpSteps } from '../../web/components/money/follow-ups.ts';
import { webLink } from '../../web/components/order/links.ts';
import { type LabeledValue, type ReadableLine, readableSummary } from '../../web/components/order/summary.ts';
import { policyLinks } from '../../web/components/policies/policy-links.ts';
import { amountFacts, receiptFacts } from '../../web/components/receipt/receipt-facts.ts';
import { receiptWords } from '../../web/components/receipt/receipt-words.ts';
import { fill, formatMoney } from '../../web/text/format.ts';
import { formatTime } from '../../web/text/format-time.ts';
import { textFor } from '../../web/text/index.ts';
import type { Receipt } from '../../web/views/index.ts';
import { withoutBreaks } from './without-breaks.ts';

/** The reason for a mail: the payment itself, money given back, or another change of the payment since. */
export type Occasion = 'change' | 'payment' | 'refund';

const SUBJECTS = { change: 'changeSubject', payment: 'subject', refund: 'refundSubject' } as const;

export interface ReceiptLink {
  readonly label: string;
  readonly href: string;
}

export interface Content {
  /** The language of the receipt (BCP 47). */
  readonly locale: string;
  readonly direction: string;
  /** The subject. Like all texts of the content, it is one line. */
  readonly subject: string;
  /** Set in the sandbox and in staging, which move no money. */
  readonly warning?: string;
  readonly shop: { readonly name: string; readonly addressLines: readonly string[]; readonly color: string };
  readonly title: string;
  readonly lead: string;
  readonly heading: string;
  readonly facts: readonly LabeledValue[];
  readonly order: {
    readonly heading: string;
    readonly description: string | undefined;
    readonly lines: readonly ReadableLine[];
    readonly sums: readonly { readonly label: string; readonly amount: string }[];
    readonly total: { readonly label: string; readonly amount: string };
    readonly discount: string | undefined;
  };
  readonly links: readonly ReceiptLink[];
  /** Contact details of the shop that are not links. */
  readonly contacts: readonly string[];
  readonly why: string;
}

/**
 * @param stated the receipt of a payment, whose summary has a total
 * @param statusUrl the payment's status page; a mail must not contain a session's id, which is a password
 */
export function contentOf(
  stated: Receipt,
  statusUrl: string | undefined,
  occasion: Occasion = 'payment',
  savedCardsUrl?: string,
): Content {
  const receipt = withoutBreaks(stated);
  const { locale, shop, testMode, summary } = receipt;
  const text = textFor(locale);
  const order = readableSummary(summary, locale, text, true);
  const amount = summary.total === undefined ? '' : formatMoney(locale, summary.total);
  const { title, lead } = receiptWords(receipt, text);
  const steps = followUpSteps(receipt.made?.followUps ?? [], receipt, text);
  const support = webLink(shop.supportUrl);
  return {
    locale,
    direction: text.direction,
    subject: fill(text.mail[SUBJECTS[occasion]], { shop: shop.name }),
    warning: testMode && text[testMode],
    shop: { name: shop.name, addressLines: shop.addressLines, color: shop.color },
    title,
    lead,
    heading: text.done.receipt,
    facts: [
      ...amountFacts(receipt, text),
      { label: text.done.time, value: formatTime(locale, receipt.paidAt, shop.timeZone) },
      ...steps.map(({ label, at }) => ({
        label,
        value: at === undefined ? text.timeline.notYet : formatTime(locale, at, shop.timeZone),
      })),
      ...receiptFacts(receipt, text),
      ...(receipt.supportCode === undefined ? [] : [{ label: text.done.supportCode, value: receipt.supportCode }]),
    ],
    order: {
      heading: text.order.heading,
      description: summary.description,
      lines: order.shown,
      sums: order.subtotals,
      total: { label: text.order.total, amount },
      discount: order.discount,
    },
    links: [
      ...(statusUrl === undefined ? [] : [{ label: text.timeline.link, href: statusUrl }]),
      ...(savedCardsUrl === undefined ? [] : [{ label: text.savedCards.manage, href: savedCardsUrl }]),
      ...(support === undefined ? [] : [{ label: fill(text.support, { shop: shop.name }), href: support }]),
      ...policyLinks(shop, text),
    ],
    contacts: [shop.email, shop.phone].filter((one) => one !== undefined),
    why: text.mail.why,
  };
}
