/** Checks that a database is the store that the directory has at its address. */
import type { StoreRow } from '../ports/index.ts';
import type { Directory } from './directory.ts';

/** The facts that an open store has recorded. */
export interface StoreFacts {
  /** The id of the directory that it was added to. */
  readonly directory: string | undefined;
  /** Names the closing under which no process may serve it. */
  readonly closing: string | undefined;
  /** The ids of its merchants. */
  readonly merchants: readonly string[];
}

/** Why a store is not what the directory has at its address. */
export type StoreReason = 'CLOSED' | 'NOT_ADDED' | 'OTHER_INSTALLATION' | 'STRAY_MERCHANT';

export interface StoreProblem {
  readonly reason: StoreReason;
  /** One line for the operator. */
  readonly message: string;
}

/** @returns undefined if the store may be served */
export function storeProblem(
  { number, name }: Pick<StoreRow, 'name' | 'number'>,
  { directory: recorded, closing, merchants }: StoreFacts,
  directory: Directory,
): StoreProblem | undefined {
  if (recorded === undefined) {
    return {
      reason: 'NOT_ADDED',
      message: `It was not added completely. Call again: turnpike store add ${name}`,
    };
  }
  if (recorded !== directory.id) {
    return { reason: 'OTHER_INSTALLATION', message: 'Its database belongs to another installation.' };
  }
  if (closing !== undefined) {
    return {
      reason: 'CLOSED',
      message: `Its database was closed for another address. See: turnpike store open ${name}`,
    };
  }
  const stray = merchants.find((id) => directory.numberOf(id) !== number);
  if (stray !== undefined) {
    return {
      reason: 'STRAY_MERCHANT',
      message: `It has the merchant ${stray}, which the directory has in the store ${directory.nameOf(stray)}.`,
    };
  }
  return undefined;
}
