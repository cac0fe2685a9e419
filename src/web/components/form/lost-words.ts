import { LOST_ANSWER_SENTENCES } from '../../text/lost-answer-sentences.ts';

/** The sentences in the page's language; its tag may have a region. */
export function lostWords(): (typeof LOST_ANSWER_SENTENCES)['en'] {
  const { lang } = document.documentElement;
  const [primary = ''] = lang.split('-');
  const tags = Object.keys(LOST_ANSWER_SENTENCES) as (keyof typeof LOST_ANSWER_SENTENCES)[];
  const tag = tags.find((one) => lang.startsWith(one)) ?? tags.find((one) => one.startsWith(primary));
  return LOST_ANSWER_SENTENCES[tag ?? 'en'];
}
