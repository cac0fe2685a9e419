/**
 * The recipient of the goods. Old versions of the interface have the recipient's fields in `shipping` itself, newer
 * versions in `shipping.contact`. Requests for one order may use both forms, and each response uses the form of its
 * version.
 */
import type { RequestFields, ShippingFields } from '../../contract/request-fields.ts';
import { merge, without } from '../../contract/values.ts';

/** The fields of both forms. `contact` has further fields, which old versions cannot show. */
const NAMES = ['firstName', 'lastName', 'phone'] as const;
const FLAT = ['shipping.firstName', 'shipping.lastName', 'shipping.phone'] as const;

type Recipient = Pick<ShippingFields, (typeof NAMES)[number]>;

/**
 * Merges two requests field by field, with precedence for `over`. Each request may have the recipient in either form.
 */
export function mergeWithRecipient(under: RequestFields, over: RequestFields): RequestFields {
  return merge(withContact(under), withContact(over));
}

/** Moves the recipient to `shipping.contact`; fields already there take precedence over the old ones. */
function withContact(fields: RequestFields): RequestFields {
  const { shipping } = fields;
  const named = shipping && namesOf(shipping);
  if (named === undefined) {
    return fields;
  }
  return merge(without(fields, FLAT), { shipping: { contact: { ...named, ...shipping?.contact } } });
}

/**
 * Returns a `shipping` group with the recipient in both forms, so that each version of the interface finds its form.
 */
export function underBothNames(shipping: ShippingFields): ShippingFields {
  const contact = { ...namesOf(shipping), ...shipping.contact };
  return Object.keys(contact).length === 0 ? shipping : { ...shipping, ...namesOf(contact), contact };
}

function namesOf(group: Recipient): Recipient | undefined {
  const named: { -readonly [Name in keyof Recipient]: Recipient[Name] } = {};
  for (const name of NAMES) {
    if (group[name] !== undefined) {
      named[name] = group[name];
    }
  }
  return Object.keys(named).length === 0 ? undefined : named;
}
