/** The title and sentences of a page whose payment has ended without a result, or waits for one. */

import { fill, formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { UnpayablePage } from '../../views/index.ts';
import { providerIn } from '../provider-names.ts';
import type { SignKind } from '../timeline/readable-outcome.ts';
import { failureTitle, inOne, moneySentence } from './notice.ts';

export const UNPAYABLE_SIGNS: Readonly<Record<Exclude<UnpayablePage['kind'], 'underWay' | 'waiting'>, SignKind>> = {
  cancelled: 'back',
  closed: 'none',
  exhausted: 'none',
  expired: 'none',
  held: 'wait',
  incomplete: 'wait',
  outdated: 'none',
  paidOtherwise: 'none',
  pending: 'wait',
  unknown: 'wait',
};

/** Kinds that await an answer. */
const IN_PROGRESS: ReadonlySet<UnpayablePage['kind']> = new Set(['pending', 'underWay', 'unknown', 'waiting']);

export function unpayableTitle(page: UnpayablePage, text: Text): string {
  const { kind, provider, shop, isAccepted, reason } = page;
  const { ended, timeline } = text;
  // The reason for the last failure matters most to the payer.
  if (kind === 'exhausted' && reason !== undefined) {
    return failureTitle(reason, page, text);
  }
  if (isAccepted) {
    return timeline.title.accepted;
  }
  if (kind === 'pending' && provider !== undefined) {
    return fill(ended.pending.titleAt, { provider: providerIn(text, provider) });
  }
  // With `isOver`, the outcome is not queried any more, so the title is that of `pending`.
  return fill(ended[page.asking?.isOver ? 'pending' : kind].title, { shop: shop.name });
}

export function unpayableSentences(page: UnpayablePage, text: Text): string[] {
  const { ended } = text;
  // The sentence with the time replaces these.
  if (page.asking?.isOver) {
    return [];
  }
  if (IN_PROGRESS.has(page.kind) && (page.operation === 'VERIFY' || page.operation === 'NONE')) {
    return [ended.checking];
  }
  if (page.isAccepted) {
    const { total } = page.summary ?? {};
    const amount = total === undefined ? '' : formatMoney(page.locale, total);
    return [fill(text.timeline.text.accepted, { amount, shop: page.shop.name }), text.atProvider.ifItFails];
  }
  if (page.kind === 'pending' || page.kind === 'underWay' || page.kind === 'unknown' || page.kind === 'waiting') {
    return [fill(ended[page.kind].text, { shop: page.shop.name }), text.atProvider.ifItFails];
  }
  if (page.kind === 'held') {
    return [ended.held.text];
  }
  const money = moneySentence(page, text);
  if (page.kind === 'paidOtherwise') {
    // The other payment may be from another payer, so the page makes no general statement about money.
    const owed = page.isReserved || page.money !== undefined ? [money] : [];
    return [fill(ended.paidOtherwise.text, { shop: page.shop.name }), ...owed];
  }
  if (page.kind === 'cancelled' || page.kind === 'closed') {
    return [money];
  }
  if (page.kind === 'outdated') {
    return [inOne(text, money, fill(ended.outdated.text, { shop: page.shop.name }))];
  }
  if (page.kind === 'incomplete') {
    return [inOne(text, fill(ended.incomplete.text, { shop: page.shop.name }), money)];
  }
  const reason = page.reason === undefined ? [] : [fill(text.sentence, { words: ended.exhausted.title })];
  const again = page.isLink ? fill(ended.newLink, { shop: page.shop.name }) : ended.startAgain;
  return [...reason, inOne(text, money, page.renewAction === undefined ? again : text.time.renewable)];
}
