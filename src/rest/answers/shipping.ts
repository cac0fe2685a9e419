/**
 * The `shipping` group of answers. The recipient is shown under the names of the asker's version, whichever version told of them. The
 * address has one line of street: the second is put behind the first as far as the field reaches, and is itself not answered.
 */
import type { Values } from '../../contract/read.ts';
import { groupAt, overlay, textAt, without } from '../../contract/values.ts';
import { underBothNames } from '../../gateway/recipient.ts';

/** Of `street`, in characters as people count them. */
const STREET_CHARACTERS_MAX = 100;

/** @param shipping as kept @returns the fields of every version; each takes its own from them */
export function shownShipping(shipping: Values): Values {
  return withOneStreet(underBothNames(shipping));
}

function withOneStreet(shipping: Values): Values {
  const second = textAt(shipping, 'address.street2');
  const address = groupAt(shipping, 'address');
  if (address === undefined || second === undefined) return shipping;
  const street = [textAt(address, 'street'), second].filter((line) => line !== undefined).join(' ');
  const cut = [...street].slice(0, STREET_CHARACTERS_MAX).join('');
  // Of white space alone it is shown as it came: an answer's street is never empty.
  const shown = cut.trimEnd() || cut;
  return overlay(without(shipping, ['address.street2']), { address: { street: shown } });
}
