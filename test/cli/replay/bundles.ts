/** Bundles of orders that no history of `trigger` makes. */
import type { BundleAuthentication, BundleContents, BundleTransaction } from '../../../src/cli/record/bundle.ts';
import type { GatewayCode } from '../../../src/contract/gateway-codes.ts';
import { resultOf } from '../../../src/contract/gateway-codes.ts';
import { SAMPLE } from '../record/sample.ts';

const [PAYMENT] = SAMPLE.transactions as [BundleTransaction];
const GIFT_CARD = {
  type: 'GIFT_CARD',
  brand: 'LOCAL_BRAND_ONLY',
  scheme: 'OTHER',
  fundingMethod: 'DEBIT',
} as const;
/** Between two transactions. */
const GAP_MS = 60_000;

type Given = Partial<BundleTransaction> & Pick<BundleTransaction, 'amount' | 'operation' | 'type'>;

/** @param code of the answer @param given what differs from a payment by the merchant's server */
const transaction = (code: GatewayCode, given: Given): BundleTransaction => ({
  ...PAYMENT,
  ...given,
  answer: { ...PAYMENT.answer!, gatewayCode: code, result: resultOf(code) },
});

const onPage = { entryPoint: 'HOSTED_PAGE', checkout: 1 } as const;
const paid = (code: GatewayCode, given: Partial<BundleTransaction> = {}) =>
  transaction(code, { operation: 'PAY', type: 'PAYMENT', amount: '12.50', ...given });
const authorized = (amount: string) =>
  transaction('APPROVED', { operation: 'AUTHORIZE', type: 'AUTHORIZATION', amount });
const captured = (amount: string) =>
  transaction('APPROVED', { operation: 'CAPTURE', type: 'CAPTURE', amount, target: 1 });

const authentication = (given: Partial<BundleAuthentication>): BundleAuthentication => ({
  at: 0,
  changedAt: 0,
  version: 100,
  entryPoint: 'HOSTED_PAGE',
  stage: 'ENDED',
  isChallenged: false,
  usedBy: 1,
  ...given,
});

/** @param order its status, amount, authorized, captured and refunded amount */
function bundle(
  [status, amount, ...totals]: readonly [string, string, string, string, string],
  transactions: readonly BundleTransaction[],
  authentications: readonly BundleAuthentication[] = [],
): BundleContents {
  const [authorizedTotal, capturedTotal, refundedTotal] = totals;
  return {
    ...SAMPLE,
    order: {
      ...{ status, amount, currency: 'EUR' },
      ...{ authorized: authorizedTotal, captured: capturedTotal, refunded: refundedTotal },
    },
    transactions: transactions.map((one, index) => ({
      ...one,
      at: index * GAP_MS,
      changedAt: one.part === 'HOLD' ? 3 * GAP_MS : index * GAP_MS,
    })),
    authentications: [...authentications],
  };
}

const FAILED = ['FAILED', '12.50', '0.00', '0.00', '0.00'] as const;
const CAPTURED = ['CAPTURED', '12.50', '12.50', '12.50', '0.00'] as const;

export const BUNDLES: Readonly<Record<string, BundleContents>> = {
  'a gift card and the rest by a second card, after a declined one': bundle(
    ['CAPTURED', '60.00', '60.00', '60.00', '0.00'],
    [
      paid('INSUFFICIENT_FUNDS', { ...onPage, amount: '60.00', instrument: GIFT_CARD }),
      paid('APPROVED', { ...onPage, amount: '37.50', instrument: GIFT_CARD, part: 'HOLD' }),
      paid('DECLINED', { ...onPage, amount: '22.50', part: 'REST' }),
      paid('APPROVED', { ...onPage, amount: '22.50', part: 'REST' }),
    ],
  ),
  'an updated authorization that is captured': bundle(
    ['CAPTURED', '12.50', '20.00', '20.00', '0.00'],
    [
      authorized('12.50'),
      transaction('APPROVED', { operation: 'UPDATE_AUTHORIZATION', type: 'AUTHORIZATION_UPDATE', amount: '20.00' }),
      captured('20.00'),
    ],
  ),
  'two captures, of which one is voided': bundle(
    ['PARTIALLY_CAPTURED', '12.50', '12.50', '5.00', '0.00'],
    [
      authorized('12.50'),
      captured('4.00'),
      captured('5.00'),
      transaction('APPROVED', { operation: 'VOID', type: 'VOID_CAPTURE', amount: '4.00', target: 2 }),
    ],
  ),
  'a declined refund, and one that is voided': bundle(CAPTURED, [
    paid('APPROVED'),
    transaction('DECLINED', { operation: 'REFUND', type: 'REFUND', amount: '2.00', target: 1 }),
    transaction('APPROVED', { operation: 'REFUND', type: 'REFUND', amount: '3.00', target: 1 }),
    transaction('APPROVED', { operation: 'VOID', type: 'VOID_REFUND', amount: '3.00', target: 3 }),
  ]),
  'three tries of a shop, of which the last is paid': bundle(CAPTURED, [
    paid('EXPIRED_CARD'),
    paid('TIMED_OUT'),
    paid('APPROVED'),
  ]),
  'a lost answer on the page': bundle(FAILED, [paid('TIMED_OUT', onPage)]),
  'a challenge that the payer fails': bundle(
    FAILED,
    [paid('AUTHENTICATION_FAILED', onPage)],
    [authentication({ status: 'AUTHENTICATION_FAILED', isChallenged: true })],
  ),
  'an authentication that the bank rejects': bundle(
    FAILED,
    [paid('AUTHENTICATION_FAILED', onPage)],
    [authentication({ status: 'AUTHENTICATION_REJECTED' })],
  ),
  'an attempted authentication': bundle(
    CAPTURED,
    [paid('APPROVED', onPage)],
    [authentication({ status: 'AUTHENTICATION_ATTEMPTED' })],
  ),
  'a card whose bank takes no part': bundle(
    CAPTURED,
    [paid('APPROVED', onPage)],
    [authentication({ status: 'AUTHENTICATION_NOT_SUPPORTED' })],
  ),
  'a declined payment at a provider, and a paid one at another': bundle(CAPTURED, [
    paid('DECLINED', { ...onPage, instrument: { type: 'BROWSER_PAYMENT', provider: 'demoWallet' } }),
    paid('APPROVED', { ...onPage, instrument: { type: 'BROWSER_PAYMENT', provider: 'demoBank' } }),
  ]),
};
