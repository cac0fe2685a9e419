/** The page of the changes between versions. */
import type { ContractOperation } from '../../../contract/operations.ts';
import type { FieldDifference, VersionChanges } from './fields.ts';

export interface ChangesPage {
  readonly operations: readonly ContractOperation[];
  readonly versions: { readonly first: number; readonly newest: number };
  /** The query as text, since the form shows the input again. */
  readonly asked: { readonly operation: string; readonly from: string; readonly to: string };
  /** The reason why a requested comparison is missing. */
  readonly problem?: string;
  readonly comparison?: {
    readonly operation: ContractOperation;
    readonly from: number;
    readonly to: number;
    readonly differences: readonly FieldDifference[];
  };
  /** All changes of all versions, if there is no query. */
  readonly history?: readonly VersionChanges[];
}
