/** What an operation of the stand-in is given, and what it gives. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Bank } from './banks.ts';
import type { BankLedger } from './ledger/ledger.ts';
import type { Resources } from './resources.ts';

/** One commit of the ledger, and what it may use beside the rows. */
export interface Work {
  readonly ledger: BankLedger;
  readonly resources: Resources;
  readonly now: number;
  /** Divides the stand-in's own times. */
  readonly speed: number;
}

export interface OperationContext extends Work {
  readonly bank: Bank;
  /** The caller: the organization's identifier. */
  readonly tpp: string;
  /** Of the address. */
  readonly product: string;
  readonly paymentId: string;
  readonly authorisationId: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Operation {
  /** For control calls: `payments.initiate`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the bank's own address, as the server's routes write it. */
  readonly path: string;
  /** As the description writes it. */
  readonly described: string;
  /** A request id that was used gives the resource that it made. */
  readonly isRepeatable: boolean;
  /** Does it. @returns the resource's id @throws Refusal; nothing was stored then */
  act(context: OperationContext): string;
  show(context: OperationContext, resource: string): Answer;
}
