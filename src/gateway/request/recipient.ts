/**
 * Who receives the goods. Old versions of the interface name them by fields of `shipping` itself, newer ones by
 * `shipping.contact`; requests on one order may use both, and answers show either.
 */
import type { RequestFields, ShippingFields } from '../../contract/request-fields.ts';
import { merge, without } from '../../contract/values.ts';

/** The names that both have. `contact` has more, which no old version can show. */
const NAMES = ['firstName', 'lastName', 'phone'] as const;
const FLAT = ['shipping.firstName', 'shipping.lastName', 'shipping.phone'] as const;

type Recipient = Pick<ShippingFields, (typeof NAMES)[number]>;

/** `over` takes precedence field by field, the recipient's too, whichever version each of the two came in. */
export function mergeWithRecipient(under: RequestFields, over: RequestFields): RequestFields {
  return merge(withContact(under), withContact(over));
}

/**
 * A request's fields with the recipient under `shipping.contact` alone; fields already there take precedence over the
 * old names.
 */
function withContact(fields: RequestFields): RequestFields {
  const { shipping } = fields;
  const named = shipping && namesOf(shipping);
  if (named === undefined) {
    return fields;
  }
  return merge(without(fields, FLAT), { shipping: { contact: { ...named, ...shipping?.contact } } });
}

/** A `shipping` group with the recipient under both, so that each version finds its own. */
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
