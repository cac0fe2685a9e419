/** The port of a replay: a world in which the recorded transactions of an order can be made again. */
import type { BundleTransaction } from '../record/bundle.ts';
import type { Planned } from './plan.ts';

export interface ReplayedTransaction {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly currency: string;
  readonly result: string;
  readonly gatewayCode: string;
}

export interface ReplayedOrder {
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  /** Without authentications. */
  readonly transactions: readonly ReplayedTransaction[];
}

export interface ReplayedNotification {
  readonly transactionId: string | undefined;
  readonly result: string | undefined;
  readonly orderStatus: string | undefined;
}

/** @returns the id of the replayed transaction at a place of the bundle */
export type IdOfPlace = (place: number | undefined) => string | undefined;

export interface ReplayStage {
  /** Milliseconds of the world's clock. */
  now(): number;
  advance(ms: number): Promise<void>;
  /**
   * Makes a transaction, and the hold that the payer made with it.
   *
   * @throws NotReplayable if this world cannot be made to have the recorded outcome
   * @throws Error with the reason, if the gateway refuses it
   */
  make(planned: Planned, idOf: IdOfPlace): Promise<void>;
  /** The payer takes back the gift card that is held on the page of this transaction. */
  takeGiftCardOff(transaction: BundleTransaction): Promise<void>;
  /** @returns undefined if there is no order yet */
  order(): Promise<ReplayedOrder | undefined>;
  /** The order's notifications, in their sequence. */
  notifications(): Promise<readonly ReplayedNotification[]>;
  /** The number of movements that gave money back at providers. */
  refundedAtProviders(): number;
}
