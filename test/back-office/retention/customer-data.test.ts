import { describe, expect, it } from 'vitest';
import {
  CUSTOMER_PATHS,
  mentionsEmail,
  outcomeWithoutCustomer,
  requestWithoutCustomer,
} from '../../../src/back-office/retention/customer-data.ts';
import type { Field, Group } from '../../../src/contract/field.ts';
import { REQUEST } from '../../../src/contract/fields/request-fields.ts';

/** The fields that an order keeps when its customer's data is erased, and why they do not identify the customer. */
const STAYS: readonly string[] = [
  // Money, its kind and its references.
  'accountFunding.purpose',
  'accountFunding.senderIsRecipient',
  'accountFunding.senderType',
  'action',
  'agreement',
  'apiOperation',
  'correlationId',
  'order.amount',
  'order.currency',
  'order.customerOrderDate',
  'order.discount.amount',
  'order.discount.code',
  'order.itemAmount',
  'order.productSKU',
  'order.purchaseType',
  'order.recurringPaymentAgreement',
  'order.reference',
  'order.shippingAndHandlingAmount',
  'order.tax',
  'order.taxAmount',
  'order.taxStatus',
  'transaction.acquirer.transactionId',
  'transaction.amount',
  'transaction.authorizationCode',
  'transaction.cashAdvance',
  'transaction.currency',
  'transaction.frequency',
  'transaction.reference',
  'transaction.source',
  'transaction.targetTransactionId',
  'transaction.taxAmount',
  // The merchant's own data.
  'order.localTaxRegistrationId',
  'order.notificationUrl',
  'order.owningEntity',
  'order.statementDescriptor',
  'order.subMerchant',
  'order.taxRegistrationId',
  'partnerSolutionId',
  'posTerminal',
  'userId',
  // Kinds and results of the payer's authentication, without identity.
  '3DSecure',
  '3DSecureId',
  'authentication',
  'browserPayment',
  'order.wallet',
  'order.walletIndicator',
  'order.walletProvider',
  // Not stored with an order.
  'responseControls',
  'session',
  'sourceOfFunds',
];

function pathsOf(group: Group, at = ''): string[] {
  return Object.entries(group.members as Record<string, Field | Group>).flatMap(([name, member]) => {
    const path = `${at}${name}`;
    return isOpened(path) && 'members' in member ? pathsOf(member, `${path}.`) : [path];
  });
}
/** A group that is erased in part is compared by member. */
const isOpened = (path: string) =>
  [...CUSTOMER_PATHS, ...STAYS].some((one) => one.startsWith(`${path}.`)) && path !== 'browserPayment';

describe('the table of customer data', () => {
  it('names, together with that of retained fields, every field of a request once', () => {
    const known = [...CUSTOMER_PATHS, ...STAYS].filter((path) => path !== 'browserPayment.returnUrl').sort();
    expect(pathsOf(REQUEST).sort()).toEqual(known);
  });

  it('removes the name on the card, the network address, the payer’s mark and the lines, and leaves the money', () => {
    const request = {
      operation: 'PAY',
      type: 'PAYMENT',
      version: 100,
      entryPoint: 'HOSTED_PAGE',
      currency: 'EUR',
      amount: 1_200n,
      instrument: { type: 'CARD', brand: 'VISA', scheme: 'VISA', fundingMethod: 'DEBIT', nameOnCard: 'ANN PAYER' },
      details: {
        customer: { email: 'ann@payer.example' },
        order: { reference: 'R-1', description: 'Tea' },
        item: [{ name: 'Tea' }],
        transaction: { merchantNote: 'Ann called', reference: 'T-1' },
      },
      from: '192.0.2.7',
      part: { kind: 'HOLD', until: 7, by: 'mark' },
    } as const;
    expect(requestWithoutCustomer(request as never)).toEqual({
      operation: 'PAY',
      type: 'PAYMENT',
      version: 100,
      entryPoint: 'HOSTED_PAGE',
      currency: 'EUR',
      amount: 1_200n,
      instrument: { type: 'CARD', brand: 'VISA', scheme: 'VISA', fundingMethod: 'DEBIT' },
      details: { order: { reference: 'R-1' }, transaction: { reference: 'T-1' } },
      part: { kind: 'HOLD', until: 7 },
    });
  });
});

it('texts on a held payment are erased; the decision, its user and its time stay', () => {
  const decided = { decision: 'ACCEPTED', userId: 'op', decidedAt: 7 } as const;
  const review = { ...decided, decisionReason: 'ANN', note: 'Ann called' };
  const outcome = { gatewayCode: 'APPROVED', risk: { gatewayCode: 'ACCEPTED', fired: [], review }, order: {} };
  expect(outcomeWithoutCustomer(outcome as never)).toEqual({
    gatewayCode: 'APPROVED',
    risk: { gatewayCode: 'ACCEPTED', fired: [], review: decided },
    order: {},
  });
});

it.each([
  ['{"email":"Ann@Payer.example"}', true],
  ['{"email":"jann@payer.example"}', false],
  ['{"note":"from ann@payer.example"}', false],
  [null, false],
])('an address is found as a whole value, in any letter case: %s', (text, found) => {
  expect(mentionsEmail(text, 'ann@PAYER.example')).toBe(found);
});
