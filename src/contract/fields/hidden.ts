/** The type of data that an answer must not show: it shows only that the data is present. */
import { enumeration } from '../field-types.ts';

export const HIDDEN = enumeration('xxx');
