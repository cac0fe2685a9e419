/** The words of pages about several stores. */
import type { WaitingLink } from '../../views/console/index.ts';

const NAMED_MAX = 8;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** @example leftOutNames(['eu1', 'eu2']) // 'eu1 and eu2' */
export function leftOutNames(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  return list.format(more > 1 ? [...names.slice(0, NAMED_MAX), `${more} more`] : names);
}

const WAITING: Readonly<Record<WaitingLink['of'], readonly [one: string, several: string]>> = {
  DECISIONS: ['decision', 'decisions'],
  DISPUTES: ['open dispute', 'open disputes'],
  NOTIFICATIONS: ['failing notification', 'failing notifications'],
};

/**
 * @param max a count of this size may be larger
 * @example waitingText({ of: 'DISPUTES', count: 2 }, 100) // '2 open disputes'
 */
export function waitingText({ of, count }: Pick<WaitingLink, 'count' | 'of'>, max: number): string {
  const [one, several] = WAITING[of];
  return count === 1 ? `1 ${one}` : `${count}${count >= max ? ' or more' : ''} ${several}`;
}
