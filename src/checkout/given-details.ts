/**
 * The details that the merchant gave, where a payer's own stand in their place in the session. Whoever opens the link
 * next sees the merchant's: another payer's address is nobody's business, nor is it their payment's.
 */
import type { RequestFields } from '../contract/request-fields.ts';
import { merge, without } from '../contract/values.ts';
import type { Checkout, Session } from './session.ts';
import type { CheckoutSession } from './state.ts';

const MEMBERS = ['billing', 'customer', 'shipping'] as const;

/**
 * The session's fields as the merchant made them: without anything that a payer typed. Those of a payment link, which a
 * session behind it is shown with, are the merchant's alone.
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
  return { ...(billing && { billing }), ...(customer && { customer }), ...(shipping && { shipping }) };
}

/** @param values of the merchant's update, which may come while a payment with a payer's details is under way */
export function updatedGiven({ given }: Checkout, values: RequestFields): Pick<Checkout, 'given'> {
  return given === undefined ? {} : { given: merge<RequestFields>(given, givenDetails(values)) };
}
