/** What an answer shows in the place of data that it must not show: that it is there. */
import { enumeration } from '../field-types.ts';

export const HIDDEN = enumeration('xxx');
