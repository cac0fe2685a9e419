/** What an operation is, before anything is done: made by each operation's own file, carried out by `execute.ts`. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { Currency } from '../../contract/money.ts';
import type { Values } from '../../contract/read.ts';
import type { Secret } from '../../contract/secret.ts';
import type { NewBrowserPayment } from '../browser/browser-payment-records.ts';
import type { FinalAnswer } from '../complete.ts';
import type { Gateway, OrderAddress } from '../gateway.ts';
import type { TransactionType } from '../order.ts';
import type { EntryPoint, InstrumentView, StoredOrder, StoredTransaction } from '../order-records.ts';
import type { OrderOperation } from '../transitions.ts';

export interface TransactionCall extends OrderAddress {
  readonly operation: OrderOperation;
  readonly transactionId: string;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  /** The request as read: what its meaning is judged by. */
  readonly values: Values;
  /** Key of the session whose hosted page asks, for its count of attempts. */
  readonly pageSession?: number;
  /** Of a refund: the request for it that a person has approved. */
  readonly approved?: string;
  /** Of a browser payment: where the payer goes at the end, in place of `returnUrl`. A path of our own. */
  readonly returnUrl?: string;
  /** Of a browser payment: the shop's name as the checkout shows it, in place of the profile's. */
  readonly shopName?: string;
  /** The address on the network that asks. */
  readonly from?: string;
}

export type TransactionResult =
  | { readonly kind: 'DONE'; readonly transaction: StoredTransaction; readonly repeated: boolean }
  /** Another operation is under way on the order; nothing was recorded. */
  | { readonly kind: 'LOCKED'; readonly order: StoredOrder };

export interface Plan {
  readonly type: TransactionType;
  readonly currency: Currency;
  /** Minor units: of a void what it takes back, of an authorization's update the new total. */
  readonly amount: bigint;
  readonly instrument: InstrumentView;
  /** What is kept of the request, over what is known of the order. No card data. */
  readonly details: Values;
  /** The transaction on the order that this one captures, gives back, changes, undoes or resubmits. */
  readonly target?: string;
  readonly authorizationCode?: string;
  /** The card's number, to be sealed with the transaction. */
  readonly number?: Secret;
  /** The merchant has rules of its own on what the acquirer says. */
  readonly riskChecked?: true;
  /** Key of the session whose hosted page asks. */
  readonly session?: number;
  /** Session whose sensitive authentication data this attempt uses up. */
  readonly spentSession?: number;
  /** Of a transaction that initiates one. */
  readonly browserPayment?: NewBrowserPayment;
  /** Runs once the intent is durable. */
  readonly send: Send | Decided;
}

export type Send = (transaction: StoredTransaction, order: StoredOrder) => Promise<FinalAnswer>;

/** What is decided without asking or telling anyone. */
interface Decided {
  readonly decided: GatewayCode;
}

export const declined: Decided = { decided: 'DECLINED' };

/** It waits for a person's word. */
export const requested: Decided = { decided: 'PENDING' };

/** @throws InterfaceError when the request cannot be taken as the order stands */
export type PlanMaker = (gateway: Gateway, call: TransactionCall, order: StoredOrder | undefined) => Promise<Plan>;
