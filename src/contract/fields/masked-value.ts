/** The type of data that answers must not show. The value `xxx` indicates that the data is present. */
import { enumeration } from '../field-types.ts';

export const MASKED_VALUE = enumeration('xxx');
