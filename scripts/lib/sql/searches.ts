/** The statements of searches for orders, which the program makes when a search first needs them. */

import type { Statement } from '../../../src/adapters/store/engine/statement.ts';
import {
  count,
  countsBetween,
  FINDERS,
  type Finder,
  ORDERINGS,
  pick,
  type Scope,
  walk,
  walked,
} from '../../../src/adapters/store/order-index/search-statements.ts';
import type { OrderSort } from '../../../src/core/ports/index.ts';

export interface SearchStatement {
  readonly kind: 'count' | 'countsBetween' | 'pick' | 'walk' | 'walked';
  readonly scope: Scope;
  readonly finder?: Finder;
  readonly sort?: OrderSort;
  readonly statement: Statement;
}

/** @returns all of them */
export function searchStatements(): SearchStatement[] {
  const sorts = Object.keys(ORDERINGS) as OrderSort[];
  return (['ALL', 'MERCHANT'] as const).flatMap((scope): SearchStatement[] => [
    { kind: 'countsBetween', scope, statement: countsBetween(scope) },
    ...sorts.flatMap((sort): SearchStatement[] => [
      { kind: 'walk', scope, sort, statement: walk(sort, scope) },
      { kind: 'walked', scope, sort, statement: walked(sort, scope) },
    ]),
    ...FINDERS.flatMap((finder): SearchStatement[] => [
      { kind: 'count', scope, finder, statement: count(finder, scope) },
      ...sorts.map((sort) => ({ kind: 'pick', scope, finder, sort, statement: pick(finder, scope, sort) }) as const),
    ]),
  ]);
}
