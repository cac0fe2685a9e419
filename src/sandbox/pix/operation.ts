/** The simulator's operations: their context, input and answer. */
import type { SimulatorAnswer } from '../kit/http/exchange.ts';
import type { PspClientAccount } from './accounts.ts';
import type { PspLedger } from './ledger/ledger.ts';
import type { RefusalType } from './refusal.ts';
import type { PspResources } from './resources.ts';

/** The context of a change. Each change is one commit of the ledger. */
export interface PspWork {
  readonly ledger: PspLedger;
  readonly resources: PspResources;
  readonly now: number;
  /** Milliseconds that a refund takes. */
  readonly refundMs: number;
  /** The final status of the next refund. */
  readonly nextRefund: () => 'DEVOLVIDO' | 'NAO_REALIZADO';
  /** Notifies the owner of a key, if it has a callback address. */
  readonly callBack: (key: string, pix: object) => void;
}

export interface PspOperationContext extends PspWork {
  readonly account: PspClientAccount;
  /** The id in the request's path: txid, Pix key, or `e2eid`. */
  readonly id: string;
  /** The refund's id in the request's path. */
  readonly refundId: string;
  readonly body: unknown;
  /** Whether a used id is refused. */
  readonly refusesKnownIds: boolean;
}

export type PspResponse = SimulatorAnswer;

export interface PspOperation {
  /** The name for control calls: `cob.put`. */
  readonly name: string;
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'PUT';
  /** The path as in the description. */
  readonly path: string;
  /** The error for a request that violates the description. */
  readonly invalid: RefusalType;
  /** Executes the operation. @throws PspRefusal, without storing changes */
  answer(context: PspOperationContext): PspResponse;
}
