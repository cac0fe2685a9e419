/**
 * The `shipping` group of answers. The recipient is shown under the names of the caller's version, whichever version
 * sent them. The address has one line of street: the second line is appended to the first up to the field's length, and
 * is itself omitted.
 */
import type { ShippingFields } from '../../contract/request-fields.ts';
import { underBothNames } from '../../gateway/index.ts';

/** Of `street`, in code points. */
const STREET_CHARACTERS_MAX = 100;

/** @param shipping as stored @returns the fields of every version; each version picks its own */
export function shownShipping(shipping: ShippingFields): ShippingFields {
  return withOneStreet(underBothNames(shipping));
}

function withOneStreet(shipping: ShippingFields): ShippingFields {
  const { street2, ...address } = shipping.address ?? {};
  if (street2 === undefined) {
    return shipping;
  }
  const lines = address.street !== undefined ? `${address.street} ${street2}` : street2;
  const street = beginning(lines).trimEnd();
  // A second line of blanks adds nothing. Without a street, omit the field: an empty text is not allowed.
  return { ...shipping, address: street === '' ? address : { ...address, street } };
}

/** A text has at most as many characters as UTF-16 units. */
function beginning(text: string): string {
  return text.length <= STREET_CHARACTERS_MAX ? text : [...text].slice(0, STREET_CHARACTERS_MAX).join('');
}
