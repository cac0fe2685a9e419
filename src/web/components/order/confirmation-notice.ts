/**
 * The notice of a confirmation page: the result of the payer's last action. Advice to enter data again, or to use
 * another card, is omitted, since the page has no inputs.
 */
import { fill, plural } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { ConfirmationPage } from '../../views/index.ts';
import { bankMessage, failureTitle, inOne, moneySentence, type ReadableNotice } from './notice.ts';

/** The page's purpose. The notice itself says whether money was taken. */
export function confirmationLead(page: ConfirmationPage, text: Text): string {
  const tried = fill(text.authentication.stored, { shop: page.shop.name });
  return page.notice === undefined ? inOne(text, tried, moneySentence(page, text)) : tried;
}

export function confirmationNotice(page: ConfirmationPage, text: Text): ReadableNotice | undefined {
  const { notice } = page;
  const money = moneySentence(page, text);
  switch (notice?.kind) {
    case 'declined':
    case 'unconfirmed': {
      const isCancelled = notice.kind === 'unconfirmed' && notice.reason === 'cancelled';
      const { attemptsLeft } = notice;
      return {
        tone: isCancelled ? 'news' : 'wrong',
        title: failureTitle(notice, page, text),
        sentences: [
          ...(notice.kind === 'unconfirmed' ? bankMessage(notice, text) : []),
          money,
          ...(attemptsLeft === undefined ? [] : [plural(page.locale, text.notice.attemptsLeft, attemptsLeft)]),
        ],
      };
    }
    case 'cancelled':
      return {
        tone: 'news',
        title: text.notice.cancelled,
        sentences: [inOne(text, money, text.notice.stillPayable)],
      };
    case 'changed':
      return { tone: 'news', title: text.notice.changed, sentences: [money] };
    case 'again':
      return { tone: 'news', title: text.notice.failed[page.operation], sentences: [money] };
    default:
      return undefined;
  }
}
