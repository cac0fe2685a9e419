/**
 * The shipping address of answers: one line of street. The second is put behind the first as far as the field reaches, and is
 * itself not answered.
 */
import type { Values } from '../../contract/read.ts';
import { groupAt, overlay, textAt, without } from '../../contract/values.ts';

/** Of `street`, in characters as people count them. */
const STREET_CHARACTERS_MAX = 100;

/** @param shipping the `shipping` group as kept */
export function withOneStreet(shipping: Values | undefined): Values | undefined {
  const second = textAt(shipping, 'address.street2');
  const address = groupAt(shipping, 'address');
  if (shipping === undefined || address === undefined || second === undefined) return shipping;
  const street = [textAt(address, 'street'), second].filter((line) => line !== undefined).join(' ');
  const shown = [...street].slice(0, STREET_CHARACTERS_MAX).join('');
  return overlay(without(shipping, ['address.street2']), { address: { street: shown } });
}
