/** What an operation of the stand-in is given, and what it gives. */
import type { PspClientAccount } from './accounts.ts';
import type { PspLedger } from './ledger/ledger.ts';
import type { RefusalType } from './refusal.ts';
import type { Resources } from './resources.ts';

/** One commit of the ledger, and what it may use beside the rows. */
export interface Work {
  readonly ledger: PspLedger;
  readonly resources: Resources;
  readonly now: number;
  /** How long a refund takes. */
  readonly refundMs: number;
  /** What the next refund becomes. */
  readonly nextRefund: () => 'DEVOLVIDO' | 'NAO_REALIZADO';
  /** Tells the owner of a key, where it has an address for it. */
  readonly callBack: (key: string, pix: object) => void;
}

export interface OperationContext extends Work {
  readonly account: PspClientAccount;
  /** Of the address: txid, Pix key, or number of a payment. */
  readonly id: string;
  /** Of the address, of a refund. */
  readonly refundId: string;
  readonly body: unknown;
  /** Whether an id that was used is refused. */
  readonly refusesKnownIds: boolean;
}

export interface Answer {
  readonly status: number;
  readonly body?: object;
}

export interface Operation {
  /** For control calls: `cob.put`. */
  readonly name: string;
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'PUT';
  /** As the description writes it. */
  readonly path: string;
  /** What a request that breaks the description is refused with. */
  readonly invalid: RefusalType;
  /** Does it. @throws Refusal; nothing was stored then */
  answer(context: OperationContext): Answer;
}
