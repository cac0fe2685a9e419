/** What an operation does, before anything is done: made by each operation's own file, executed by `execute.ts`. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { Currency } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Secret } from '../../contract/secret.ts';
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
import type { FinalAnswer } from '../processing/complete.ts';
import type { Assessment } from '../risk/index.ts';

export interface TransactionCall extends OrderAddress {
  readonly operation: OrderOperation;
  readonly transactionId: string;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  /** The request as read: its fingerprint is made of this, or of `asSent`. */
  readonly values: RequestFields;
  /** Where card data in its texts is masked: without that. For the fingerprint alone. */
  readonly asSent?: () => RequestFields;
  /** Key of the session of the hosted page that sent the request, for its count of attempts. */
  readonly pageSession?: number;
  /** What is kept of the hosted page that sent the request, for the payer's later pages. */
  readonly page?: PayerPage;
  /** Of a refund: the refund request that the operator has approved. */
  readonly approved?: string;
  /** Of a refund: the payment of the order that it refunds; absent: by its amount. */
  readonly refunded?: string;
  /** Of a browser payment: the return URL, in place of `returnUrl`. A path of this gateway. */
  readonly returnUrl?: string;
  /** Of a browser payment: the shop's name as the checkout shows it, in place of the profile's. */
  readonly shopName?: string;
  /** The caller's network address. */
  readonly from?: string;
  /** It pays a part of the order's amount. */
  readonly part?: CalledPart;
  /** The payer wants the card stored, once it has paid. */
  readonly savesCard?: true;
  /** A card is not sent unless its holder was authenticated, whatever the profile allows. */
  readonly mustAuthenticate?: true;
}

/** A hold's `amount` is in minor units. */
export type CalledPart = (HoldPart & { readonly amount: bigint }) | RestPart;

export type TransactionResult =
  | { readonly kind: 'DONE'; readonly transaction: StoredTransaction; readonly repeated: boolean }
  /** Another operation is in progress on the order; nothing was stored. */
  | { readonly kind: 'LOCKED'; readonly order: StoredOrder };

export interface Plan {
  readonly type: TransactionType;
  readonly currency: Currency;
  /** Minor units: of a void what it cancels, of an authorization's update the new total. */
  readonly amount: bigint;
  readonly instrument: InstrumentView;
  /** What is stored of the request, merged over what is known of the order. No card data. */
  readonly details: TransactionDetails;
  /** The transaction on the order that this one captures, refunds, changes, voids or resubmits. */
  readonly target?: string;
  /** The name of the acquirer that it goes to; undefined: a provider's own. */
  readonly acquirer: string | undefined;
  readonly authorizationCode?: string;
  /** The card's number, to be sealed with the transaction. */
  readonly number?: Secret;
  /** The merchant has rules of its own on the acquirer's answer. */
  readonly riskChecked?: true;
  /** What risk rules came to before the acquirer is asked. */
  readonly risk?: Assessment;
  /** The subjects whose attempts risk rules count it among. */
  readonly countedAs?: readonly Uint8Array[];
  /** Key of the session of the hosted page that sent the request. */
  readonly session?: number;
  /** Session whose sensitive authentication data this attempt uses up. */
  readonly spentSession?: number;
  /** Key of the authentication that it uses up. */
  readonly spentAuthentication?: number;
  /** Of a transaction that initiates a browser payment. */
  readonly browserPayment?: NewBrowserPayment;
  /** It pays a part of the order's amount. */
  readonly part?: HoldPart | RestPart;
  readonly savedAs?: SavedAs;
  /** Runs once the intent is durable. */
  readonly send: Send | Decided;
}

export type Send = (transaction: StoredTransaction, order: StoredOrder) => Promise<FinalAnswer>;

/** Decided without sending anything. */
interface Decided {
  readonly decided: GatewayCode;
  /** By the payer, at the bank's question. */
  readonly isCancelled?: true;
}

export const declined: Decided = { decided: 'DECLINED' };

/** Risk rules reject it before anybody is asked. */
export const blocked: Decided = { decided: 'BLOCKED' };

/** Waits for the operator's decision. */
export const requested: Decided = { decided: 'PENDING' };

/** @throws InterfaceError when the order's state does not allow the request */
export type PlanMaker = (gateway: Gateway, call: TransactionCall, order: StoredOrder | undefined) => Promise<Plan>;
