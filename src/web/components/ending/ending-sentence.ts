import { fill } from '../../text/format.ts';
import { formatMinutes } from '../../text/format-time.ts';
import type { Text } from '../../text/translation.ts';
import type { PayPage } from '../../views/index.ts';
import { inOne } from '../order/notice.ts';
import { AHEAD_SECONDS } from './ahead-seconds.ts';

/**
 * The announcement of a session's end. A payment link's own expiry cannot be extended, so the sentence says how much
 * time is left when it is shown.
 */
export function endingSentence({ endsIn, isLast, locale, shop }: PayPage, text: Text): string {
  if (isLast !== true) {
    return text.time.ending;
  }
  const minutes = Math.max(1, Math.floor(Math.min(endsIn, AHEAD_SECONDS) / 60));
  const left = fill(text.sentence, { words: fill(text.code.left, { time: formatMinutes(locale, minutes) }) });
  return inOne(text, left, fill(text.ended.newLink, { shop: shop.name }));
}
