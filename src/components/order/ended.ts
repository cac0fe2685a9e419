/** What a page says whose payment has ended without a result, or waits for one. */

import { fill } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { EndedPage } from '../../views/index.ts';
import { failureTitle, moneySentence } from './notice.ts';

export function endedSentences(page: EndedPage, text: Text): string[] {
  const { ended } = text;
  if (page.kind === 'pending' || page.kind === 'underWay' || page.kind === 'unknown') {
    return [fill(ended[page.kind].text, { shop: page.shop.name })];
  }
  if (page.kind === 'held') {
    return [ended.held.text];
  }
  const money = moneySentence(page, text);
  if (page.kind === 'cancelled' || page.kind === 'closed') {
    return [money];
  }
  if (page.kind === 'incomplete') {
    return [`${fill(ended.incomplete.text, { shop: page.shop.name })} ${money}`];
  }
  const reason = page.reason === undefined ? [] : [`${failureTitle(page.reason, page, text)}.`];
  return [...reason, `${money} ${page.renewAction === undefined ? ended.startAgain : text.time.renewable}`];
}
