import { OFFLINE_SENTENCES } from '../../text/offline-sentences.ts';

/** The sentences in the page's language; its tag may have a region. */
export function lostWords(): (typeof OFFLINE_SENTENCES)['en'] {
  const { lang } = document.documentElement;
  const [primary = ''] = lang.split('-');
  const tags = Object.keys(OFFLINE_SENTENCES) as (keyof typeof OFFLINE_SENTENCES)[];
  const tag = tags.find((one) => lang.startsWith(one)) ?? tags.find((one) => one.startsWith(primary));
  return OFFLINE_SENTENCES[tag ?? 'en'];
}
