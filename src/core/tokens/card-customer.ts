/** The payer whose cards are saved: a customer of one merchant, by the merchant's own `customer.id`. Pure. */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Sealer, SealPlace } from '../ports/index.ts';

const HASH_PURPOSE = 'saved cards customer';

/** Values that shops send for every guest. Their payers are strangers to each other. */
const NOBODY = new Set([
  '-1',
  '[object object]',
  'anonymous',
  'false',
  'guest',
  'n/a',
  'na',
  'nan',
  'nil',
  'no',
  'nobody',
  'none',
  'null',
  'true',
  'undefined',
  'unknown',
]);
/** Zeros, such as the id of a guest and the nil UUID, and texts without any letter or digit. */
const BLANK = /^[^1-9\p{L}]*$/u;

/** @returns undefined if the request names no payer, or has a value that stands for guests */
export function customerIdOf({ customer }: RequestFields): string | undefined {
  const id = customer?.id;
  return id === undefined || BLANK.test(id) || NOBODY.has(id.trim().toLowerCase()) ? undefined : id;
}

/** Keyed hashes under all loaded keys, first under the key in use. The merchant's key separates equal ids. */
export function customerHashes(
  sealer: Pick<Sealer, 'hashes'>,
  merchantKey: number,
  customerId: string,
): readonly Uint8Array[] {
  return sealer.hashes(HASH_PURPOSE, `${merchantKey} ${customerId}`);
}

/** The purpose under which a payer's customer id is sealed. */
export function customerPlace({
  key,
  merchantKey,
}: {
  readonly key: number;
  readonly merchantKey: number;
}): Extract<SealPlace, object> {
  const before = `saved customer ${key}`;
  return { bound: `merchant ${merchantKey} ${before}`, before };
}
