/**
 * One request to a bank: its headers, its signature, and the classification of its answer before the body is parsed.
 */
import { createHash, randomUUID } from 'node:crypto';
import { PROVIDER_ANSWER_MS_MAX, type UnansweredRequest } from '../../../core/ports/index.ts';
import { type ExactJson, type JsonCall, type JsonClient, WrittenBody } from '../../http-json.ts';
import type { Bank } from './bank-list.ts';
import { bankErrorCode } from './bank-messages.ts';
import type { SignHeaders } from './signing.ts';

export interface BankRequest {
  readonly method: Extract<JsonCall['method'], 'DELETE' | 'GET' | 'POST'>;
  /** A path relative to the bank's address, or a link from one of the bank's answers. */
  readonly path: string;
  readonly body?: object;
  /** The headers, with names in lower case. Headers with undefined values are omitted. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /**
   * The values from which the request id is derived. They are equal in a repeat, so that the bank executes the request
   * once. Absent: each request has a new id.
   */
  readonly repeatable?: readonly string[];
}

/**
 * REFUSED: the bank refused the request and did not execute it. `code` is the standard's error code, or the HTTP
 * status.
 */
export type BankAnswer =
  | { readonly status: 'DONE'; readonly body: ExactJson; readonly httpStatus: number }
  | { readonly status: 'REFUSED'; readonly code: string; readonly httpStatus: number }
  | UnansweredRequest;

export interface BankClientOptions {
  readonly client: JsonClient;
  readonly sign: SignHeaders;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  readonly answerMsMax?: number;
}

/** Sends a request. All requests for one action of a payer or of the schedule share a deadline. */
export type BankTurn = (request: BankRequest) => Promise<BankAnswer>;

/**
 * The HTTP status with which the bank's server stopped waiting for the end of the request, so that it is unknown
 * whether the request was executed.
 */
const REQUEST_TIMEOUT = 408;
/** The minimum time that must be left for a request. With less time, no request is sent. */
const CALL_MS_MIN = 50;

export class BankClient {
  readonly #options: BankClientOptions;

  constructor(options: BankClientOptions) {
    this.#options = options;
  }

  turn(bank: Bank): BankTurn {
    const { elapsed, answerMsMax = PROVIDER_ANSWER_MS_MAX } = this.#options;
    const endsAt = elapsed() + answerMsMax;
    return async (request) => {
      const leftMs = endsAt - elapsed();
      return leftMs < CALL_MS_MIN ? { status: 'NOT_SENT' } : this.#call(bank, request, leftMs);
    };
  }

  async #call(bank: Bank, request: BankRequest, answerMsMax: number): Promise<BankAnswer> {
    const url = addressOf(bank, request.path);
    if (url === undefined) {
      return { status: 'NO_ANSWER' };
    }
    const { method, body } = request;
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = this.#options.sign(this.#headersOf(request), text);
    const written = body && new WrittenBody('application/json', text);
    const answer = await this.#options.client.call({ method, url, headers, body: written, answerMsMax });
    return answer.status === 'ANSWERED' ? bankAnswerOf(answer.code, answer.body) : answer;
  }

  #headersOf({ headers = {}, repeatable }: BankRequest): Record<string, string> {
    const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    return {
      ...Object.fromEntries(given),
      date: new Date(this.#options.now()).toUTCString(),
      'x-request-id': repeatable === undefined ? randomUUID() : uuidOf(repeatable),
    };
  }
}

function bankAnswerOf(code: number, body: ExactJson): BankAnswer {
  if (code >= 200 && code < 300) {
    return { status: 'DONE', body, httpStatus: code };
  }
  // Redirects are not followed, because they may lead to any server.
  return code < 400 || code === REQUEST_TIMEOUT
    ? { status: 'NO_ANSWER' }
    : { status: 'REFUSED', code: bankErrorCode(body) ?? `HTTP_${code}`, httpStatus: code };
}

/** @returns undefined for a link to another server than the bank's: that server must not receive the request */
function addressOf({ address }: Bank, path: string): string | undefined {
  if (path.startsWith('/payments/')) {
    return address + path;
  }
  const url = URL.parse(path, address);
  return url !== null && url.origin === new URL(address).origin ? url.href : undefined;
}

/** A UUID (version 8) derived from the parts, equal for equal parts. */
function uuidOf(parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
