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
  CardSaving,
  DeviceTokenUse,
  EntryPoint,
  HoldPart,
  InstrumentView,
  NewBrowserPayment,
  PayerPage,
  RestPart,
  SavedAs,
  StoredOrder,
  StoredTransaction,
  TakenPlace,
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
  /** The request as read, for the fingerprint too unless `asSent` is present. */
  readonly values: RequestFields;
  /**
   * For the fingerprint only: the request before card data in its texts was masked. Absent if no text had card data.
   */
  readonly asSent?: () => RequestFields;
  /** Key of the session of the hosted page that sent the request, which counts its attempts. */
  readonly pageSession?: number;
  /** Data of the hosted page that sent the request, stored for the payer's later pages. */
  readonly page?: PayerPage;
  /** For a refund: the refund request that the operator has approved. */
  readonly approved?: string;
  /** For a refund: the payment to refund. Absent: the payment is chosen by the refund's amount. */
  readonly refunded?: string;
  /** For a browser payment: a path of this gateway that replaces the request's `returnUrl`. */
  readonly returnUrl?: string;
  /** For a browser payment: the shop's name on the checkout, instead of the profile's. */
  readonly shopName?: string;
  /** The caller's IP address. */
  readonly from?: string;
  /** The part of the order that the request pays. */
  readonly part?: CalledPart;
  /** The one for whom the card is stored after the payment. */
  readonly savesCard?: CardSaving;
  /** The wallet's token whose card is in the session: this payment uses it up. */
  readonly deviceToken?: DeviceTokenUse | undefined;
  /** The payment of a link that the page has taken for this attempt. Without it no message is sent. */
  readonly place?: TakenPlace | undefined;
  /** Declines a card without a successful authentication, even if the profile allows it. */
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
  /** Minor units: for a void the cancelled amount, for an authorization update the new total. */
  readonly amount: bigint;
  readonly instrument: InstrumentView;
  /** The request's stored details, merged over those of the order. They contain no card data. */
  readonly details: TransactionDetails;
  /** The id of the order's transaction that this transaction captures, refunds, updates, voids or resubmits. */
  readonly target?: string;
  /** The name of the acquirer; undefined for a provider. */
  readonly acquirer: string | undefined;
  readonly authorizationCode?: string;
  /** The card number, to be sealed with the transaction. */
  readonly number?: Secret;
  /** True if the merchant's profile has rules on the acquirer's reply. */
  readonly riskChecked?: true;
  /** The result of the risk rules before the request to the acquirer. */
  readonly risk?: Assessment;
  /** The subjects under which risk rules count the attempt. */
  readonly countedAs?: readonly Uint8Array[];
  /** Key of the session of the hosted page that sent the request. */
  readonly session?: number;
  /** Key of the session that supplied sensitive authentication data, which this attempt erases. */
  readonly spentSession?: number;
  /** Key of the authentication that the payment uses up. */
  readonly spentAuthentication?: number;
  /** The wallet's token that the payment uses up. */
  readonly deviceToken?: DeviceTokenUse;
  /** The payment to create, for a transaction that initiates a browser payment. */
  readonly browserPayment?: NewBrowserPayment;
  /** The part of the order that the payment pays. */
  readonly part?: HoldPart | RestPart;
  readonly savedAs?: SavedAs;
}

/** A result that is decided without a message to the processor. */
export interface Decision {
  readonly decided: GatewayCode;
  /** True if the payer cancelled the challenge. */
  readonly isCancelled?: true | undefined;
}

export const DECLINED: Decision = { decided: 'DECLINED' };

/** Risk rules rejected the payment before the request. */
export const BLOCKED: Decision = { decided: 'BLOCKED' };

/** The refund waits for the operator's decision. */
export const PENDING: Decision = { decided: 'PENDING' };

/** A transaction's plan with its message, or with the decision that replaces a message. */
export type Planned<Message> =
  | { readonly plan: Plan; readonly decision: undefined; readonly message: Message }
  | { readonly plan: Plan; readonly decision: Decision; readonly message: undefined };

/** A transaction whose intent is durable. */
export interface StartedTransaction {
  readonly call: TransactionCall;
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
}

/** Sends the message of a transaction whose intent is durable. */
export type Send<Message> = (gateway: Gateway, started: StartedTransaction, message: Message) => Promise<FinalAnswer>;

/**
 * One operation on an order. @returns RACED if the order has changed since it was read; no row was written
 * @throws InterfaceError if the order's state does not allow the request
 */
export type Operation = (
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
) => Promise<Raced | TransactionResult>;
