/** The type of data that answers must not show: the value `xxx` says that it is present. */
import { enumeration } from '../field-types.ts';

export const MASKED_VALUE = enumeration('xxx');
