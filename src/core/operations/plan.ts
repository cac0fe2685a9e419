/** The call of an operation, and its plan as data: `carry-out.ts` stores a plan and sends its message. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { Currency } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Secret } from '../../contract/secret.ts';
import type { Raced } from '../../platform/races.ts';
import type { Gateway, OrderAddress } from '../gateway.ts';
import type { TransactionType } from '../order/order.ts';
import type { OrderOperation } from '../order/transitions.ts';
import type {
  EntryPoint,
  HoldPart,
  InstrumentView,
  NewBrowserPayment,
  PayerPage,
  RestPart,
  SavedAs,
  StoredOrder,
  StoredTransaction,
  TransactionDetails,
} from '../ports/index.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import type { OrderLocked } from '../processing/run-idempotent.ts';
import type { Assessment } from '../risk/index.ts';

export interface TransactionCall extends OrderAddress {
  readonly operation: OrderOperation;
  readonly transactionId: string;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  /** The request as read, from which its fingerprint is made unless there is an `asSent`. */
  readonly values: RequestFields;
  /** For the fingerprint only: the request before card data in its texts was masked, if there is any. */
  readonly asSent?: () => RequestFields;
  /** Key of the session of the hosted page that sent the request, which counts its attempts. */
  readonly pageSession?: number;
  /** Data of the hosted page that sent the request, stored for the payer's later pages. */
  readonly page?: PayerPage;
  /** For a refund: the refund request that the operator has approved. */
  readonly approved?: string;
  /** For a refund: the payment to refund; absent: chosen by its amount. */
  readonly refunded?: string;
  /** For a browser payment: the return URL instead of `returnUrl`. A path of this gateway. */
  readonly returnUrl?: string;
  /** For a browser payment: the shop's name on the checkout, instead of the profile's. */
  readonly shopName?: string;
  /** The caller's network address. */
  readonly from?: string;
  /** The part of the order that it pays. */
  readonly part?: CalledPart;
  /** The payer wants the card stored after the payment. */
  readonly savesCard?: true;
  /** Declines a card without a successful authentication, whatever the profile allows. */
  readonly mustAuthenticate?: true;
}

/** A hold's `amount` is in minor units. */
export type CalledPart = (HoldPart & { readonly amount: bigint }) | RestPart;

export type TransactionResult =
  | { readonly kind: 'DONE'; readonly transaction: StoredTransaction; readonly repeated: boolean }
  | OrderLocked;

export interface Plan {
  readonly type: TransactionType;
  readonly currency: Currency;
  /** Minor units: for a void the amount that it cancels, for an authorization's update the new total. */
  readonly amount: bigint;
  readonly instrument: InstrumentView;
  /** The request's stored details, merged over those of the order. Without card data. */
  readonly details: TransactionDetails;
  /** The transaction of the order that this one captures, refunds, updates, voids or resubmits. */
  readonly target?: string;
  /** The name of the acquirer; undefined for a provider. */
  readonly acquirer: string | undefined;
  readonly authorizationCode?: string;
  /** The card number, to be sealed with the transaction. */
  readonly number?: Secret;
  /** The merchant has its own rules on the acquirer's reply. */
  readonly riskChecked?: true;
  /** The result of the risk rules before the request to the acquirer. */
  readonly risk?: Assessment;
  /** The subjects under which risk rules count the attempt. */
  readonly countedAs?: readonly Uint8Array[];
  /** Key of the session of the hosted page that sent the request. */
  readonly session?: number;
  /** Key of the session that supplied sensitive authentication data, which this attempt erases. */
  readonly spentSession?: number;
  /** Key of the authentication that it uses up. */
  readonly spentAuthentication?: number;
  /** For a transaction that initiates a browser payment. */
  readonly browserPayment?: NewBrowserPayment;
  /** The part of the order that it pays. */
  readonly part?: HoldPart | RestPart;
  readonly savedAs?: SavedAs;
}

/** A result that needs no message. */
export interface Decision {
  readonly decided: GatewayCode;
  /** The payer cancelled the challenge. */
  readonly isCancelled?: true | undefined;
}

export const DECLINED: Decision = { decided: 'DECLINED' };

/** Rejected by risk rules before the request. */
export const BLOCKED: Decision = { decided: 'BLOCKED' };

/** Waits for the operator's decision. */
export const PENDING: Decision = { decided: 'PENDING' };

/** A transaction's plan with its message, or with the decision that replaces a message. */
export type Planned<Message> =
  | { readonly plan: Plan; readonly decision: undefined; readonly message: Message }
  | { readonly plan: Plan; readonly decision: Decision; readonly message: undefined };

/** A transaction whose intent is durable. */
export interface BegunTransaction {
  readonly call: TransactionCall;
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
}

/** Sends the message of a begun transaction. */
export type Send<Message> = (gateway: Gateway, begun: BegunTransaction, message: Message) => Promise<FinalAnswer>;

/**
 * One operation on an order. RACED: the order has changed since it was read, and no row was written.
 * @throws InterfaceError if the order's state does not allow the request
 */
export type Operation = (
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
) => Promise<Raced | TransactionResult>;
