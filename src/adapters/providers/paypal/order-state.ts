/** The state of a payment, from its order at PayPal. */
import type { GatewayCode } from '../../../contract/gateway-codes.ts';
import type {
  BrowserOperation,
  ProviderMoney,
  ProviderReply,
  ProviderState,
  UnansweredRequest,
} from '../../../core/ports/index.ts';
import { addressFromPayPal } from './payer-address.ts';
import type {
  AUTHORIZATION_STATUSES,
  CAPTURE_STATUSES,
  PayPalOrder,
  PurchaseUnit,
  REFUND_STATUSES,
} from './paypal-messages.ts';
import { moneyOf, type PayPalMoney } from './paypal-money.ts';

type Status<List extends readonly string[]> = List[number];

/** The gateway code of each status of an authorization. PENDING is not a decision. */
export const AUTHORIZATION_CODES: Readonly<Record<Status<typeof AUTHORIZATION_STATUSES>, GatewayCode>> = {
  CAPTURED: 'APPROVED',
  CREATED: 'APPROVED',
  DENIED: 'DECLINED',
  PARTIALLY_CAPTURED: 'APPROVED',
  PENDING: 'PENDING',
  VOIDED: 'CANCELLED',
};

export const CAPTURE_CODES: Readonly<Record<Status<typeof CAPTURE_STATUSES>, GatewayCode>> = {
  COMPLETED: 'APPROVED',
  DECLINED: 'DECLINED',
  FAILED: 'DECLINED',
  PARTIALLY_REFUNDED: 'APPROVED',
  PENDING: 'PENDING',
  // The full amount was returned to the payer.
  REFUNDED: 'CANCELLED',
};

export const REFUND_CODES: Readonly<Record<Status<typeof REFUND_STATUSES>, GatewayCode>> = {
  CANCELLED: 'DECLINED',
  COMPLETED: 'APPROVED',
  FAILED: 'DECLINED',
  PENDING: 'PENDING',
};

/** A payment, capture or refund at PayPal. */
export interface Resource {
  readonly id: string;
  readonly status: string;
  readonly status_details?: { readonly reason?: string | undefined } | undefined;
}

export function paypalReplyOf(
  { id, status, status_details }: Resource,
  gatewayCode: GatewayCode,
  what: string,
): ProviderReply {
  const reason = status_details?.reason;
  return {
    gatewayCode,
    code: (reason ?? status).slice(0, 100),
    message: `PayPal's ${what} is ${status}.`,
    providerReference: id,
  };
}

const UNREADABLE = { status: 'NO_ANSWER' } as const;

export const INTENT = { AUTHORIZE: 'AUTHORIZE', PAY: 'CAPTURE' } as const satisfies Record<
  BrowserOperation,
  PayPalOrder['intent']
>;

export function stateOfOrder(order: PayPalOrder, operation: BrowserOperation): ProviderState | UnansweredRequest {
  const [unit] = order.purchase_units;
  const money = moneyOfOrder(unit, unit.amount);
  if (money === undefined) {
    return UNREADABLE;
  }
  const made = madeOf(order, operation);
  if (made !== undefined) {
    return decisionOf(order, made);
  }
  if (order.status === 'COMPLETED') {
    return UNREADABLE;
  }
  const status = isWithdrawn(order, operation) ? undefined : OPEN_STATUS[order.status];
  return status === undefined ? { status: 'DECIDED', money, reply: WITHDRAWN } : { status, money };
}

/**
 * True if this adapter has cancelled the order. It cancels by changing the order's intent, so that PayPal refuses to
 * complete the payment.
 */
function isWithdrawn({ intent }: PayPalOrder, operation: BrowserOperation): boolean {
  return intent !== INTENT[operation];
}

/** The reply for a cancelled order, for which PayPal has no code. */
export const WITHDRAWN: ProviderReply = {
  gatewayCode: 'CANCELLED',
  code: 'WITHDRAWN',
  message: 'The order at PayPal is not asked for any more.',
};

const OPEN_STATUS: Partial<Record<PayPalOrder['status'], 'AGREED' | 'OPEN'>> = {
  APPROVED: 'AGREED',
  CREATED: 'OPEN',
  PAYER_ACTION_REQUIRED: 'OPEN',
  SAVED: 'OPEN',
};

interface OrderMovement extends Resource {
  readonly amount: PayPalMoney;
  readonly gatewayCode: GatewayCode;
  readonly what: 'authorization' | 'capture';
}

/** The most relevant of several movements counts: captured or authorized money first, then pending, then failed. */
const RANK: readonly GatewayCode[] = ['APPROVED', 'PENDING', 'CANCELLED', 'DECLINED'];

/**
 * The capture or authorization that decides the payment. A failed one counts only after the order is completed: until
 * then the payer may choose another way to pay.
 */
function madeOf(
  { status, purchase_units: [{ payments }] }: PayPalOrder,
  operation: BrowserOperation,
): OrderMovement | undefined {
  const made: OrderMovement[] =
    operation === 'PAY'
      ? (payments?.captures ?? []).map((one) => ({ ...one, gatewayCode: CAPTURE_CODES[one.status], what: 'capture' }))
      : (payments?.authorizations ?? []).map((one) => ({
          ...one,
          gatewayCode: AUTHORIZATION_CODES[one.status],
          what: 'authorization',
        }));
  const [first] = made.toSorted((one, other) => RANK.indexOf(one.gatewayCode) - RANK.indexOf(other.gatewayCode));
  return status === 'COMPLETED' || first?.gatewayCode === 'APPROVED' || first?.gatewayCode === 'PENDING'
    ? first
    : undefined;
}

function decisionOf(order: PayPalOrder, made: OrderMovement): ProviderState | UnansweredRequest {
  const [unit] = order.purchase_units;
  const money = moneyOfOrder(unit, made.amount);
  if (money === undefined) {
    return UNREADABLE;
  }
  if (made.gatewayCode === 'PENDING') {
    return { status: 'WAITING', money };
  }
  const account = accountOf(order);
  const shippingAddress = addressFromPayPal(unit.shipping?.address);
  const reply = paypalReplyOf(made, made.gatewayCode, made.what);
  return {
    status: 'DECIDED',
    money,
    reply: { ...reply, ...(account && { account }), ...(shippingAddress && { shippingAddress }) },
  };
}

export function moneyOfOrder(
  { invoice_id: orderId }: Pick<PurchaseUnit, 'invoice_id'>,
  amount: PayPalMoney,
): ProviderMoney | undefined {
  const money = moneyOf(amount);
  return money && { ...money, orderId };
}

/** The members of `sourceOfFunds.provided.paypal`, within the contract's limits. */
function accountOf({ payment_source, payer }: PayPalOrder): Readonly<Record<string, string>> | undefined {
  const { paypal } = payment_source ?? {};
  const { given_name, surname } = paypal?.name ?? payer?.name ?? {};
  const members = {
    accountEmail: paypal?.email_address ?? payer?.email_address,
    accountHolder: [given_name, surname].filter((part) => part !== undefined).join(' '),
    payerId: paypal?.account_id ?? payer?.payer_id,
  };
  const fitting = Object.entries(members).flatMap(([name, text]) =>
    text === undefined || text === '' || text.length > ACCOUNT_CHARACTERS_MAX[name as keyof typeof members]
      ? []
      : [[name, text]],
  );
  return fitting.length === 0 ? undefined : Object.fromEntries(fitting);
}

const ACCOUNT_CHARACTERS_MAX = { accountEmail: 254, accountHolder: 256, payerId: 20 } as const;
