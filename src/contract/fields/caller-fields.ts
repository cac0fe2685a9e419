/** The merchant and the interface's version. Both are in every path, and are repeated in answers. */
import { always, VERSION_MAX, VERSION_MIN } from '../field.ts';
import { alphanumeric, digitsBetween } from '../field-types.ts';

export const merchantId = alphanumeric(1, 40, '-_');
export const versionNumber = digitsBetween(BigInt(VERSION_MIN), BigInt(VERSION_MAX));

export const merchant = always(merchantId, 'Your id.');
export const version = always(versionNumber, 'The version of your request.');
