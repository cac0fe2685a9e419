/** The id of a token, shared by all fields that contain one. */
import { alphanumeric } from '../field-types.ts';

export const token = alphanumeric(1, 40);
