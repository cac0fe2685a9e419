/** The client of a merchant's server, and that of a page. */
import {
  type Call,
  type CallOptions,
  Connection,
  type ConnectionOptions,
  type OperationRow,
  pause,
} from './connection.ts';
import { GatewayError, HttpError, NetworkError, UnknownOutcomeError } from './errors.ts';
import { OPERATIONS } from './operations.ts';
import type { Operations, SessionOperations, TransactionAnswer, Version } from './types.d.ts';

export interface TurnpikeOptions<V extends Version = 100> extends ConnectionOptions {
  /** The merchant's API password. It must not reach a browser. */
  readonly password: string;
  /** The version of the interface. Absent: 100. */
  readonly version?: V | undefined;
}

export interface TurnpikeSessionOptions<V extends Version = 100> extends ConnectionOptions {
  readonly sessionId: string;
  readonly version?: V | undefined;
}

const NEWEST = 100;
const RETRIEVAL_MS = 15_000;
const POLL_MS = 1_000;
/** Results that the gateway may still change. */
const OPEN = new Set(['PENDING', 'UNKNOWN']);

/**
 * Adds a method for each operation. Its arguments are the ids, the fields or the query, and the options.
 *
 * @param own ids that the arguments do not have
 */
function addOperations(
  target: object,
  rows: readonly (readonly [string, OperationRow])[],
  own: Readonly<Record<string, string>>,
  call: (call: Call, options: CallOptions, traits: string) => unknown,
): void {
  for (const [name, [method, path, traits, apiOperation]] of rows) {
    const hasIds = [...path.matchAll(/\{(\w+)\}/g)].some(([, id = '']) => own[id] === undefined);
    const run = async (...args: unknown[]) => {
      const address = { ...own, ...(hasIds ? (args.shift() as Record<string, string>) : undefined) };
      const fields = /[BQ]/.test(traits) ? (args.shift() as object | undefined) : undefined;
      const body = traits.includes('B') ? { ...fields, apiOperation } : undefined;
      const query = traits.includes('Q') ? fields : undefined;
      return call({ method, path, address, query, body }, (args.shift() ?? {}) as CallOptions, traits);
    };
    Object.defineProperty(target, name, { value: run });
  }
}

/** The operations of a merchant, each as a method: `turnpike.pay(…)`. */
export interface Turnpike<V extends Version = 100> extends Operations<V> {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor adds a method for each operation.
export class Turnpike<V extends Version = 100> {
  readonly #connection: Connection;

  constructor(options: TurnpikeOptions<V>) {
    this.#connection = new Connection(options, options.version ?? NEWEST, options.password);
    addOperations(this, Object.entries(OPERATIONS), {}, (call, callOptions, traits) =>
      traits.includes('T') ? this.#transact(call, callOptions) : this.#connection.call(call, callOptions),
    );
  }

  /**
   * Retrieves a transaction again and again, until its result is neither PENDING nor UNKNOWN.
   *
   * @returns its last answer, whose result is still open if the deadline came first
   */
  async outcome(
    ids: { readonly orderId: string; readonly transactionId: string },
    { signal, deadlineMs = RETRIEVAL_MS }: CallOptions = {},
  ): Promise<TransactionAnswer<V>> {
    const endsAt = Date.now() + deadlineMs;
    for (let pauseMs = POLL_MS; ; pauseMs = Math.min(pauseMs * 2, RETRIEVAL_MS)) {
      const left = Math.max(1, endsAt - Date.now());
      const answer: TransactionAnswer<V> = await this.retrieveTransaction(ids, { signal, deadlineMs: left });
      const { result = '' } = answer as { readonly result?: string };
      if (!OPEN.has(result) || Date.now() + pauseMs >= endsAt) {
        return answer;
      }
      await pause(pauseMs, signal);
    }
  }

  /** If the answer to a transaction is lost for good, retrieving it tells the outcome. */
  async #transact(call: Call, options: CallOptions): Promise<unknown> {
    try {
      return await this.#connection.call(call, options);
    } catch (error) {
      if (!mayHaveHappened(error)) {
        throw error;
      }
      const { orderId = '', transactionId = '' } = call.address ?? {};
      const retrieval = { method: 'GET', path: call.path, address: { orderId, transactionId } };
      try {
        return await this.#connection.call(retrieval, { signal: options.signal, deadlineMs: RETRIEVAL_MS });
      } catch {
        throw new UnknownOutcomeError(orderId, transactionId, error);
      }
    }
  }
}

function mayHaveHappened(error: unknown): boolean {
  if (error instanceof NetworkError) {
    return error.isSent;
  }
  const isServers = error instanceof GatewayError && (error.cause === 'SERVER_BUSY' || error.cause === 'SERVER_FAILED');
  return isServers || (error instanceof HttpError && error.status >= 500);
}

/** The operations that a page may call, by the id of its payer's session. */
export interface TurnpikeSession<V extends Version = 100> extends SessionOperations<V> {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor adds a method for each operation.
export class TurnpikeSession<V extends Version = 100> {
  constructor(options: TurnpikeSessionOptions<V>) {
    const { sessionId, version = NEWEST } = options;
    const connection = new Connection(options, version, sessionId);
    const rows = Object.entries(OPERATIONS).filter(([, [, , traits]]) => traits.includes('S'));
    addOperations(this, rows, { sessionId }, (call, callOptions) => {
      const isOfSession = call.path.includes('{sessionId}');
      const body = isOfSession ? call.body : { ...call.body, session: { id: sessionId } };
      return connection.call({ ...call, body }, callOptions);
    });
  }
}
