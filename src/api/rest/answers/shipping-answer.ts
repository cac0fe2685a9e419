/**
 * The `shipping` group of answers. The recipient's fields are named as in the caller's version, whatever the version of
 * the request. The address has no `street2`: its text is appended to `street`, up to that field's length.
 */
import type { ShippingFields } from '../../../contract/request-fields.ts';
import { underBothNames } from '../../../core/index.ts';

/** Maximum length of `street`, in code points. */
const STREET_CHARACTERS_MAX = 100;

/**
 * @param shipping the stored values
 * @returns the fields of every version; each version selects its own
 */
export function shippingFields(shipping: ShippingFields): ShippingFields {
  return withOneStreet(underBothNames(shipping));
}

function withOneStreet(shipping: ShippingFields): ShippingFields {
  const { street2, ...address } = shipping.address ?? {};
  if (street2 === undefined) {
    return shipping;
  }
  const lines = address.street !== undefined ? `${address.street} ${street2}` : street2;
  const street = truncateStreet(lines).trimEnd();
  // A blank second line is dropped. Without a street, the field is omitted: an empty text is not allowed.
  return { ...shipping, address: street === '' ? address : { ...address, street } };
}

/** Counts code points only in a long text: a text has at most as many code points as UTF-16 units. */
function truncateStreet(text: string): string {
  return text.length <= STREET_CHARACTERS_MAX ? text : [...text].slice(0, STREET_CHARACTERS_MAX).join('');
}
