/**
 * Key changes while gateways run. Each can be interrupted at any moment and called again, and two may run at once,
 * because a row is written only if it is unchanged since it was read.
 */
export { bringIntoUse, untilNoneLacks, type Waiting } from './bring-into-use.ts';
export { type KeyNeeds, keyNeeds } from './key-needs.ts';
export { listsByHash } from './listed-cards.ts';
export { type Pace, type Progress, paced, ROWS_PER_SECOND } from './pace.ts';
export { rehash } from './rehash.ts';
export { type Resealed, type ResealParts, reseal } from './reseal.ts';
export { rewrap } from './rewrap.ts';
export { DESTROYED_AFTER_MS, isUnneeded } from './unneeded.ts';
