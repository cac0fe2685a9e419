/**
 * Key changes while gateways run. Each can be interrupted at any moment and called again, and two may run at once,
 * because a row is written only if it is unchanged since it was read.
 */
export { type BringIntoUseParts, bringIntoUse, untilNoneLacks } from './bring-into-use.ts';
export { type KeyNeeds, keyNeeds } from './key-needs.ts';
export { listsByHash } from './listed-cards.ts';
export { type Pace, type ReportProgress, ROWS_PER_SECOND, writePaced } from './pace.ts';
export type { KindOfRows, PasswordHashes } from './ports.ts';
export { rehash } from './rehash.ts';
export { type ResealParts, type ResealReport, reseal, secretsIn } from './reseal.ts';
export { rewrap } from './rewrap.ts';
export { DESTROYED_AFTER_MS, isUnneeded } from './unneeded.ts';
