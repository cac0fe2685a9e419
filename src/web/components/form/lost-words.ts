import { LOST } from '../../text/lost.ts';

/** The sentences in the page's language; its tag may have a region. */
export function lostWords(): (typeof LOST)['en'] {
  const { lang } = document.documentElement;
  const [primary = ''] = lang.split('-');
  const tags = Object.keys(LOST) as (keyof typeof LOST)[];
  const tag = tags.find((one) => lang.startsWith(one)) ?? tags.find((one) => one.startsWith(primary));
  return LOST[tag ?? 'en'];
}
