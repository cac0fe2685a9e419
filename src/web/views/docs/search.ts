/** The page of a search. */
import type { ContractOperation } from '../../../contract/operations.ts';
import type { GuideHit } from './guides.ts';
import type { OperationEntry } from './operations.ts';

export interface FieldHit {
  readonly path: string;
  readonly type: string;
  readonly doc: string;
  readonly requests: readonly ContractOperation[];
  readonly answers: readonly ContractOperation[];
}

export interface ErrorHit {
  readonly name: string;
  readonly meaning: string;
  readonly anchor: string;
}

export interface SearchResult {
  readonly operations: readonly ContractOperation[];
  readonly errors: readonly ErrorHit[];
  readonly fields: readonly FieldHit[];
  /** The total number of fields found, including fields that are not shown. */
  readonly fieldsCount: number;
}

export interface SearchPage {
  readonly question: string;
  readonly found: Omit<SearchResult, 'operations'> & {
    readonly operations: readonly OperationEntry[];
    readonly guides: readonly GuideHit[];
  };
}
