/**
 * Which groups of fields each operation takes. The checks that need more than one field, or what a session holds, are
 * the gateway's; here stands only what a body alone can break.
 */

import { field, type Group, group } from './field.ts';
import { billing } from './fields/billing.ts';
import { common } from './fields/common.ts';
import { customer } from './fields/customer.ts';
import { interaction } from './fields/interaction.ts';
import { checkoutOrder, order } from './fields/order.ts';
import { newSession, session } from './fields/session.ts';
import { shipping } from './fields/shipping.ts';
import { sourceOfFunds } from './fields/source-of-funds.ts';
import { transaction } from './fields/transaction.ts';
import { dateTime, digitsBetween, enumeration } from './types.ts';

const payment: Group = group({ ...common, billing, customer, order, session, shipping, sourceOfFunds, transaction });

/** A checkout's page or link; the payer brings the card. */
const checkout: Group = group({
  ...common,
  billing,
  checkoutMode: field(enumeration('WEBSITE', 'PAYMENT_LINK')),
  customer,
  interaction,
  order: checkoutOrder,
  paymentLink: group({
    expiryDateTime: field(dateTime()),
    numberOfAllowedAttempts: field(digitsBetween(1n, 25n)),
  }),
  session,
  shipping,
  transaction,
});

/** Any request field may be put into a session. */
const sessionUpdate: Group = group({ ...checkout.members, sourceOfFunds });

export const OPERATIONS = {
  AUTHORIZE: payment,
  CREATE_CHECKOUT_SESSION: checkout,
  CREATE_SESSION: group({ ...common, session: newSession }),
  INITIATE_CHECKOUT: checkout,
  PAY: payment,
  UPDATE_SESSION: sessionUpdate,
  VERIFY: payment,
} as const satisfies Record<string, Group>;

export type ContractOperation = keyof typeof OPERATIONS;
