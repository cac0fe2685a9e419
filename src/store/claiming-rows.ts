/** Rows that processes claim, each with an owner: the conditions that all such tables share. */
import { sql } from 'kysely';
import type { Placeholder } from './statement.ts';

/** The owner of a row that waits until it is due: any process may claim it then. */
export const NOBODY = sql<null>`null`;

/** Not owned by another live process. */
export const isClaimable = (p: Placeholder<{ owner: number }>) =>
  sql<boolean>`(owner is null or owner = ${p('owner')} or owner not in (select key from gateway_process))`;
