/**
 * The merchant's details of a session in which a payer's have replaced them. Anyone who opens the link next sees the
 * merchant's, so that one payer's address is neither shown to another payer nor used for their payment.
 */
import type { RequestFields } from '../../contract/request-fields.ts';
import { merge, without } from '../../contract/values.ts';
import type { Checkout, CheckoutSession, Session } from './session.ts';

const MEMBERS = ['billing', 'customer', 'shipping'] as const;

/**
 * The session's fields as the merchant set them, without a payer's input. A session behind a payment link shows the
 * link's fields, which are only the merchant's.
 */
export function merchantFields({
  fields,
  checkout,
  linkKey,
}: Pick<Session, 'checkout' | 'fields'> & Pick<CheckoutSession, 'linkKey'>): RequestFields {
  const given = checkout?.given;
  return given === undefined || linkKey !== undefined ? fields : { ...without(fields, MEMBERS), ...given };
}

export function givenDetails(fields: RequestFields): NonNullable<Checkout['given']> {
  const { billing, customer, shipping } = fields;
  return { billing, customer, shipping };
}

/** @param values of the merchant's update, which may arrive while a payment with a payer's details is under way */
export function updatedGiven({ given }: Checkout, values: RequestFields): Pick<Checkout, 'given'> {
  return given === undefined ? {} : { given: merge<RequestFields>(given, givenDetails(values)) };
}
