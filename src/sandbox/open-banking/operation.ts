/** The simulator's operations: their context, input and answer. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Bank } from './banks.ts';
import type { BankLedger } from './ledger/ledger.ts';
import type { Resources } from './resources.ts';

/** The context of a change: one commit of the ledger, and its services. */
export interface Work {
  readonly ledger: BankLedger;
  readonly resources: Resources;
  readonly now: number;
  /** Divides the simulator's own durations. */
  readonly speed: number;
}

export interface OperationContext extends Work {
  readonly bank: Bank;
  /** The calling organization's identifier. */
  readonly tpp: string;
  /** From the address. */
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
  /** The name for control calls: `payments.initiate`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the bank's own address, in the form of the server's routes. */
  readonly path: string;
  /** The path in the description. */
  readonly described: string;
  /** A repeated request id returns the resource of the first request. */
  readonly isRepeatable: boolean;
  /** Executes the operation. @returns the resource's id @throws Refusal, without storing changes */
  act(context: OperationContext): string;
  show(context: OperationContext, resource: string): Answer;
}
