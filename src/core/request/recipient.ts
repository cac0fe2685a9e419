/**
 * The recipient of the goods. Old versions of the interface have fields in `shipping` itself, newer ones have
 * `shipping.contact`. Requests on one order may use both, and responses show either.
 */
import type { RequestFields, ShippingFields } from '../../contract/request-fields.ts';
import { merge, without } from '../../contract/values.ts';

/** The fields in both. `contact` has further ones, which old versions cannot show. */
const NAMES = ['firstName', 'lastName', 'phone'] as const;
const FLAT = ['shipping.firstName', 'shipping.lastName', 'shipping.phone'] as const;

type Recipient = Pick<ShippingFields, (typeof NAMES)[number]>;

/** Merges two requests field by field, with precedence for `over`. The recipient may come in either form in each. */
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

/** Returns a `shipping` group with the recipient in both forms, so that each version finds its own. */
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
