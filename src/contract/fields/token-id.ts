/** The id of a token, wherever a field holds one. */
import { alphanumeric } from '../field-types.ts';

export const token = alphanumeric(1, 40);
