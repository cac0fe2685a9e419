/** Rows that processes take to work on, each with an owner: what says so is the same wherever there are such rows. */
import { sql } from 'kysely';
import type { Placeholder } from './statement.ts';

/** The owner of a row that waits for its next time: whoever takes it first then. */
export const NOBODY = sql<null>`null`;

/** No other process that lives is at it. */
export const isClaimable = (p: Placeholder) =>
  sql<boolean>`(owner is null or owner = ${p('owner')} or owner not in (select key from gateway_process))`;
