/** The result of a payment at a provider for the payer: a one-sentence title, its explanation, and a sign. */

import { fill, formatMoney } from '../../text/format.ts';
import type { Template } from '../../text/template.ts';
import type { Text } from '../../text/translation.ts';
import type { PaymentMethod, PaymentOutcome, ReturningPage, StatusPage } from '../../views/index.ts';
import { type MoneyStand, type ReadableMoney, readableMoney } from '../money/readable-money.ts';
import { providerIn } from '../provider-names.ts';

export type SignKind = 'right' | 'wait' | 'none' | 'back' | 'look';

export interface ReadableOutcome extends Pick<ReadableMoney, 'sums' | 'text' | 'title'> {
  readonly sign: SignKind;
}

export const MONEY_SIGNS: Readonly<Record<MoneyStand, SignKind>> = {
  expired: 'none',
  givenBack: 'back',
  paid: 'right',
  reserved: 'right',
  several: 'right',
  undone: 'back',
};

const SIGNS: Readonly<Record<Exclude<PaymentOutcome['kind'], 'made'>, SignKind>> = {
  open: 'wait',
  asked: 'wait',
  agreed: 'wait',
  accepted: 'wait',
  waiting: 'wait',
  held: 'wait',
  notCharged: 'none',
  late: 'back',
  released: 'none',
  unknown: 'wait',
  unsettled: 'wait',
};

/** The members of a page that name its payment. */
export type OutcomePage =
  | ReturningPage
  | (Pick<StatusPage, 'amount' | 'locale' | 'outcome' | 'shop'> &
      Partial<Pick<StatusPage, 'asking' | 'method' | 'provider'>>);

export function readableOutcome(page: OutcomePage, text: Text): ReadableOutcome {
  const { outcome, locale, provider = '' } = page;
  if ('asking' in page && page.asking?.isOver && PENDING_OUTCOMES.has(outcome.kind)) {
    const title = page.provider === undefined ? text.ended.pending.title : text.ended.pending.titleAt;
    // The sentence with the time is shown next to this title.
    return { sign: 'look', title: fill(title, { provider: providerIn(text, provider) }), text: '' };
  }
  if (outcome.kind === 'made') {
    const { stand, ...readable } = readableMoney(outcome.money, page, text);
    return { sign: MONEY_SIGNS[stand], ...readable };
  }
  const words = {
    provider: providerIn(text, provider),
    shop: page.shop.name,
    amount: formatMoney(locale, page.amount),
  };
  const [title, sentence] =
    page.provider === undefined || outcome.kind === 'asked'
      ? ofCard(outcome, text, 'method' in page ? page.method : undefined)
      : atProvider(outcome, text);
  const isKept = outcome.kind === 'late' && outcome.money === 'kept';
  return { sign: isKept ? 'look' : SIGNS[outcome.kind], title: fill(title, words), text: fill(sentence, words) };
}

/** Outcomes in which the result for the money is not known. */
const PENDING_OUTCOMES: ReadonlySet<PaymentOutcome['kind']> = new Set(['unknown', 'unsettled', 'waiting']);

type Sentence = string | Template<'amount' | 'provider' | 'shop'>;

type Sentences = readonly [title: Sentence, text: Sentence];

type OutcomeWithoutPayment = Exclude<PaymentOutcome, { kind: 'made' }>;

function atProvider(
  outcome: Exclude<OutcomeWithoutPayment, { kind: 'asked' }>,
  { timeline, ended, notice }: Text,
): Sentences {
  if (outcome.kind === 'unknown') {
    return [ended.unknown.title, ended.unknown.text];
  }
  if (outcome.kind === 'held') {
    return [timeline.card.heldTitle, timeline.card.held];
  }
  if (outcome.kind === 'unsettled') {
    return [notice.provider.expired, notice.unsettled];
  }
  const kind = outcome.kind === 'late' ? outcome.money : outcome.kind;
  const reason = outcome.kind === 'notCharged' ? outcome.reason : undefined;
  return [timeline.title[kind], timeline.text[reason ?? (kind as Exclude<typeof kind, 'notCharged'>)]];
}

/** A card payment has no provider: its sentences name the payer's bank. */
function ofCard(outcome: OutcomeWithoutPayment, text: Text, method: PaymentMethod | undefined): Sentences {
  const { timeline, ended, authentication } = text;
  if (outcome.kind === 'asked') {
    return [authentication.title, authentication.lead];
  }
  const [title, sentence] = atProvider(outcome, text);
  switch (outcome.kind) {
    case 'waiting':
      return [ended.pending.title, ended.pending.text];
    case 'notCharged':
      return [title, outcome.reason === 'cancelled' ? timeline.card.freed : timeline.card.declined];
    case 'released':
      // A gift card has no bank that would show the amount.
      return [title, method === 'giftCard' ? timeline.card.declined : sentence];
    default:
      return [title, sentence];
  }
}
