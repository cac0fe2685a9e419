/** Conditions shared by the tables whose rows processes claim. */
import { sql } from 'kysely';
import type { Placeholder } from './statement.ts';

/** The owner of a row that waits until it is due. Any process may claim it then. */
export const NOBODY = sql<null>`null`;

/** True unless another live process owns the row. */
export const isClaimable = (p: Placeholder<{ owner: number }>) =>
  sql<boolean>`(owner is null or owner = ${p('owner')} or owner not in (select key from gateway_process))`;
