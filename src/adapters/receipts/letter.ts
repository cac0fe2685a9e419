/** The mail of a receipt without its addresses: the subject, and the same content as plain text and as HTML. */
import type { Receipt } from '../../web/views/index.ts';
import { contentOf, type Occasion } from './content.ts';
import { htmlText } from './html-text.ts';
import { plainTextMail } from './plain-text.ts';

export interface Letter {
  /** The subject, one line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The language of the mail (BCP 47). */
  readonly locale: string;
}

/**
 * @param statusUrl the payment's status page
 * @param savedCardsUrl the page of the payer's saved cards, where there are any
 */
export function letterOf(receipt: Receipt, statusUrl?: string, occasion?: Occasion, savedCardsUrl?: string): Letter {
  const content = contentOf(receipt, statusUrl, occasion, savedCardsUrl);
  return {
    subject: content.subject,
    text: plainTextMail(content),
    html: htmlText(content),
    locale: content.locale,
  };
}
