/**
 * All fields of operations on an order, each defined once. An operation selects its part, and answers show most of
 * them.
 */
import { group } from '../field.ts';
import { accountFunding } from './account-funding.ts';
import { action } from './action.ts';
import { agreement } from './agreement-fields.ts';
import { airline } from './airline.ts';
import { authentication } from './authentication-fields.ts';
import { billing } from './billing.ts';
import { browserPayment } from './browser-payment-fields.ts';
import { common } from './common.ts';
import { customer } from './customer.ts';
import { device } from './device-fields.ts';
import { order } from './order-fields.ts';
import { posTerminal } from './pos-terminal.ts';
import { session } from './session-fields.ts';
import { shipping } from './shipping-fields.ts';
import { sourceOfFunds } from './source-of-funds-fields.ts';
import { requestedThreeDSecure, threeDSecureId } from './three-d-secure.ts';
import { transaction } from './transaction-fields.ts';

export const REQUEST = group(
  {
    '3DSecure': requestedThreeDSecure,
    '3DSecureId': threeDSecureId,
    accountFunding,
    action,
    agreement,
    airline,
    authentication,
    billing,
    browserPayment,
    ...common,
    customer,
    device,
    order,
    posTerminal,
    session,
    shipping,
    sourceOfFunds,
    transaction,
  },
  { doc: 'All that operations on an order take.' },
);
