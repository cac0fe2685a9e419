/**
 * Who receives the goods. Old versions of the interface name them by fields of `shipping` itself, newer ones by
 * `shipping.contact`; requests on one order may use both, and answers show either.
 */
import type { Values } from '../contract/read.ts';
import { groupAt, merge, without } from '../contract/values.ts';

/** The names that both have. `contact` has more, which no old version can show. */
const NAMES = ['firstName', 'lastName', 'phone'] as const;
const FLAT = NAMES.map((name) => `shipping.${name}`);

/** `over` takes precedence field by field, the recipient's too, whichever version each of the two came in. */
export function mergeWithRecipient(under: Values, over: Values): Values {
  return merge(withContact(under), withContact(over));
}

/**
 * A request's fields with the recipient under `shipping.contact` alone; fields already there take precedence over the
 * old names.
 */
function withContact(values: Values): Values {
  const shipping = groupAt(values, 'shipping');
  const named = shipping && namesOf(shipping);
  if (named === undefined) {
    return values;
  }
  const contact = merge(named, groupAt(shipping, 'contact'));
  return merge(without(values, FLAT), { shipping: { contact } });
}

/** A `shipping` group with the recipient under both, so that each version finds its own. */
export function underBothNames(shipping: Values): Values {
  const contact = merge(namesOf(shipping), groupAt(shipping, 'contact'));
  return Object.keys(contact).length === 0 ? shipping : { ...shipping, ...namesOf(contact), contact };
}

function namesOf(group: Values): Values | undefined {
  let named: Values | undefined;
  for (const name of NAMES) {
    if (group[name] === undefined) {
      continue;
    }
    named ??= {};
    named[name] = group[name];
  }
  return named;
}
