/**
 * The `shipping` group of answers. The recipient is shown under the names of the asker's version, whichever version
 * told of them. The address has one line of street: the second is put behind the first as far as the field reaches, and
 * is itself not answered.
 */
import type { Values } from '../../contract/read.ts';
import { groupAt } from '../../contract/values.ts';
import { underBothNames } from '../../gateway/recipient.ts';

/** Of `street`, in characters as people count them. */
const STREET_CHARACTERS_MAX = 100;

/** @param shipping as kept @returns the fields of every version; each takes its own from them */
export function shownShipping(shipping: Values): Values {
  return withOneStreet(underBothNames(shipping));
}

function withOneStreet(shipping: Values): Values {
  const given = groupAt(shipping, 'address');
  if (typeof given?.street2 !== 'string') {
    return shipping;
  }
  const { street2, ...address } = given;
  const lines = typeof address.street === 'string' ? `${address.street} ${street2}` : street2;
  const street = beginning(lines).trimEnd();
  // A second line of blanks alone adds nothing, and no street is no text of no characters.
  return { ...shipping, address: street === '' ? address : { ...address, street } };
}

/** A text of so few units has no more characters. */
function beginning(text: string): string {
  return text.length <= STREET_CHARACTERS_MAX ? text : [...text].slice(0, STREET_CHARACTERS_MAX).join('');
}
