/** Looks a field up by a path that a test makes: the code's own paths are checked by the compiler. */
import type { FieldPath, RequestFields } from '../../src/contract/request-fields.ts';
import { secretAt, textAt, valueAt } from '../../src/contract/values.ts';

export const anyTextAt = (fields: RequestFields | undefined, path: string) => textAt(fields, path as FieldPath);
export const anySecretAt = (fields: RequestFields | undefined, path: string) => secretAt(fields, path as FieldPath);
export const anyValueAt = (fields: RequestFields | undefined, path: string) => valueAt(fields, path as FieldPath);
