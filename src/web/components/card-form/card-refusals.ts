import type { CardRefusal } from '../../../contract/card-names.ts';
import { fill } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { PayPage } from '../../views/index.ts';
import { inOne } from '../order/notice.ts';
import { refusalTitle } from './refusal-title.ts';

/** The element that shows why the shop refuses the typed card, for its description and for the page's script. */
export const REFUSAL_ID = 'card-refusal';

export interface CardRefusalModel {
  /** The path of the request with the first digits. */
  readonly address: string;
  readonly sentences: Readonly<Partial<Record<CardRefusal, string>>>;
}

export function cardRefusalModel({ cardRefusals }: PayPage, text: Text): CardRefusalModel | undefined {
  const sentenceOf = (reason: CardRefusal): string =>
    inOne(text, fill(text.sentence, { words: refusalTitle(reason, text) }), text.notice.advice.otherCard);
  return (
    cardRefusals && {
      address: cardRefusals.address,
      sentences: Object.fromEntries(cardRefusals.reasons.map((reason) => [reason, sentenceOf(reason)])),
    }
  );
}
