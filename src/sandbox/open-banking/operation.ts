/** The simulator's operations: their context, input and answer. */

import type { IncomingHttpHeaders } from 'node:http';
import type { SimulatorAnswer } from '../kit/http/exchange.ts';
import type { SandboxBank } from './banks.ts';
import type { BankLedger } from './ledger/ledger.ts';
import type { BankResources } from './resources.ts';

/** The context of a change. Each change is one commit of the ledger. */
export interface BankWork {
  readonly ledger: BankLedger;
  readonly resources: BankResources;
  readonly now: number;
  /** Divides the simulator's own durations. */
  readonly speed: number;
}

export interface BankOperationContext extends BankWork {
  readonly bank: SandboxBank;
  /** The calling organization's identifier. */
  readonly tpp: string;
  /** The payment product in the request's path. */
  readonly product: string;
  readonly paymentId: string;
  readonly authorisationId: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export type BankResponse = SimulatorAnswer;

export interface BankOperation {
  /** The name for control calls: `payments.initiate`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the bank's own address, in the form of the server's routes. */
  readonly path: string;
  /** The path in the description. */
  readonly described: string;
  /** Whether a repeated request id returns the resource of the first request. */
  readonly isRepeatable: boolean;
  /** Executes the operation. @returns the resource's id @throws BankRefusal, without storing changes */
  act(context: BankOperationContext): string;
  show(context: BankOperationContext, resource: string): BankResponse;
}
