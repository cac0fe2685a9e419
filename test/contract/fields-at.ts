/** Looks up a field by a path computed in a test: the compiler checks only literal paths. */
import type { FieldPath, RequestFields } from '../../src/contract/request-fields.ts';
import { secretAt, textAt, valueAt } from '../../src/contract/values.ts';

export const anyTextAt = (fields: RequestFields | undefined, path: string) => textAt(fields, path as FieldPath);
export const anySecretAt = (fields: RequestFields | undefined, path: string) => secretAt(fields, path as FieldPath);
export const anyValueAt = (fields: RequestFields | undefined, path: string) => valueAt(fields, path as FieldPath);
