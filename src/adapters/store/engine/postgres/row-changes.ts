/**
 * Lists the rows that transactions and claims change, while a merchant moves from the store. See `../row-changes.ts`.
 */
import { randomUUID } from 'node:crypto';
import { ChangesOfCommit, LISTED_MERCHANTS, type ListedWrite } from '../row-changes.ts';
import type { Bound, Query } from './connection.ts';

/** Reads whether the store lists changes. */
export const SELECT_LISTED: Bound = {
  compiled: { name: 'listed_merchants', sql: LISTED_MERCHANTS, names: [] },
  values: [],
};

const INSERT_CHANGES = {
  name: 'row_changes',
  sql: `insert into row_change (id, merchant_key, changes)
    select cast($1 as text) || '-' || mm.merchant_key, mm.merchant_key, cast($2 as text)
    from merchant_move as mm where mm.lists_changes = 1`,
  names: ['id', 'changes'],
};

/** The queries of one transaction, with the changes that they make. */
export class ListingQueries {
  readonly #query: Query;
  readonly #changes = new ChangesOfCommit();

  constructor(query: Query) {
    this.#query = query;
  }

  readonly query: Query = async (bound) => {
    const { listed, name } = bound.compiled;
    if (listed === undefined) {
      return this.#query(bound);
    }
    const compiled = { ...bound.compiled, name: `${name}_listed`, sql: listed.sql };
    const answer = await this.#query({ ...bound, compiled });
    this.#changes.note(listed, answer.rows);
    return answer;
  };

  /** @returns the statement that stores the changes; undefined if there are none */
  stored(): Bound | undefined {
    const text = this.#changes.text();
    return text === undefined ? undefined : { compiled: INSERT_CHANGES, values: [randomUUID(), text] };
  }
}

/** Claims by the statements of which they are another form. */
const claims = new WeakMap<Bound['compiled'], Bound['compiled']>();

/** A claim that stores the rows it touches by itself, since it is a transaction of one statement. */
export function listedClaim({ compiled, values }: Bound): Bound {
  const { listed } = compiled;
  if (listed === undefined) {
    return { compiled, values };
  }
  const claim = claims.get(compiled) ?? claimOf(compiled, listed);
  claims.set(compiled, claim);
  return { compiled: claim, values: [...values, randomUUID()] };
}

function claimOf({ name, names }: Bound['compiled'], listed: ListedWrite): Bound['compiled'] {
  const sql = `with changed as (${listed.sql}), stored as (
    insert into row_change (id, merchant_key, changes)
    select cast($${names.length + 1} as text) || '-' || mm.merchant_key, mm.merchant_key, cast(json_build_array(
      json_build_array('${listed.table}', (select json_agg(changed_key) from changed))) as text)
    from merchant_move as mm where mm.lists_changes = 1 and exists (select 1 from changed))
    select * from changed`;
  return { name: `${name}_claim`, sql, names };
}
