import { BASKETS } from './baskets.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { RETURNS } from './returns.ts';
import type { History } from './step.ts';
import { TRIES } from './tries.ts';

export type { History } from './step.ts';

/** All histories, in the order in which they are played. */
export const HISTORIES: readonly History[] = [...RETURNS, ...NOTIFICATIONS, ...TRIES, ...BASKETS];
