/**
 * The participating cards of one scheme, as last reported by its directory server. The table is used until the next
 * table is complete. If a refresh fails, the last valid table remains, and its age is reported.
 */
import { randomUUID } from 'node:crypto';
import { type MessageProblem, problemOf } from '../messages/problem.ts';
import type { ReadMessage, RefusedMessage } from '../messages/read-message.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import { VERSIONS, type Version, type VersionRange } from '../messages/versions.ts';
import { applyChanges, UnfitRanges } from './apply-changes.ts';
import { Pacer } from './pacer.ts';
import type { RangeDetails } from './range-details.ts';
import { EMPTY_TABLE } from './range-table.ts';
import type { ReadRanges } from './read-ranges.ts';

/**
 * The maximum number of requests in one refresh: for changes, for all ranges, and for both again in an older version.
 */
const REQUESTS_MAX = 4;

export type RangesAnswer =
  | ReadRanges
  | ReadMessage<'Erro'>
  | RefusedMessage
  | { readonly ok: false; readonly unanswered: string };

/** The connection to the directory server. */
export interface RangeSource {
  /** Does not reject: failures are part of the answer. */
  prepare(request: PreparationRequest, pacer: Pacer): Promise<RangesAnswer>;
  /** Reports a problem of a message to the directory server that sent it. Best effort; does not reject. */
  complain(refused: RefusedMessage, version: Version): Promise<void>;
}

export interface PreparationRequest {
  readonly threeDSServerTransID: string;
  readonly version: Version;
  /** Requests the changes since this serial number. Absent: requests all ranges. */
  readonly serialNum?: string;
}

export type RefreshResult =
  | { readonly ok: true; readonly ranges: number }
  /** `code` is the error code of the Erro message that was sent or received. */
  | { readonly ok: false; readonly reason: string; readonly code?: string };

export interface FoundRange {
  readonly details: RangeDetails;
  readonly ds: VersionRange;
}

export interface RangeCacheOptions {
  readonly source: RangeSource;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId?: () => string;
  readonly newPacer?: () => Pacer;
}

export class RangeCache {
  readonly #options: Required<RangeCacheOptions>;
  #table = EMPTY_TABLE;
  #serial: string | undefined;
  #ds: VersionRange = { start: '', end: '' };
  #refreshedAt: number | undefined;
  #version: Version = VERSIONS[VERSIONS.length - 1] ?? '2.2.0';
  #refreshing: Promise<RefreshResult> | undefined;

  constructor(options: RangeCacheOptions) {
    this.#options = { newId: randomUUID, newPacer: () => new Pacer(), ...options };
  }

  /** @returns undefined for a card that does not participate, and for all cards until ranges have been read once */
  find(number: string): FoundRange | undefined {
    const details = this.#table.find(number);
    return details && { details, ds: details.ds ?? this.#ds };
  }

  get size(): number {
    return this.#table.size;
  }

  /** Milliseconds since the ranges were last known to be current. Undefined if they have not been read yet. */
  get age(): number | undefined {
    return this.#refreshedAt === undefined ? undefined : this.#options.now() - this.#refreshedAt;
  }

  /** Does not reject. Concurrent calls share one refresh. */
  refresh(): Promise<RefreshResult> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<RefreshResult> {
    let asks: Next = { version: this.#version, isFull: this.#serial === undefined };
    for (let request = 0; request < REQUESTS_MAX; request += 1) {
      const result = await this.#ask(asks);
      if ('ok' in result) {
        return result;
      }
      asks = result;
    }
    return { ok: false, reason: 'The directory server contradicts itself.' };
  }

  async #ask({ version, isFull }: Next): Promise<RefreshResult | Next> {
    const { source, newId, newPacer } = this.#options;
    const threeDSServerTransID = newId();
    const serialNum = isFull ? undefined : this.#serial;
    const pacer = newPacer();
    const answer = await source.prepare({ threeDSServerTransID, version, serialNum }, pacer);
    if ('unanswered' in answer) {
      return { ok: false, reason: answer.unanswered };
    }
    if (answer.ok && answer.type === 'Erro') {
      return this.#refused(answer.message, { version, isFull });
    }
    const read = answer.ok ? mismatch(answer, threeDSServerTransID, version) : answer;
    const problem = read.ok ? await this.#take(read, isFull, pacer) : read.problem;
    if (problem === undefined) {
      this.#version = version;
      return { ok: true, ranges: this.#table.size };
    }
    const refused: RefusedMessage = read.ok
      ? { ok: false, problem, ids: { threeDSServerTransID }, type: 'PRes' }
      : read;
    // An Erro must not be answered by another Erro.
    if (refused.type !== 'Erro') {
      await source.complain(refused, version);
    }
    return isFull ? { ok: false, reason: problem.detail, code: problem.code } : { version, isFull: true };
  }

  /** Handles an Erro: returns another request to try, or the failure. */
  #refused({ errorCode, errorDescription }: MessageOf<'Erro'>, { version, isFull }: Next): RefreshResult | Next {
    const older = VERSIONS[VERSIONS.indexOf(version) - 1];
    if (errorCode === '102' && older !== undefined) {
      return { version: older, isFull };
    }
    return errorCode === '307' && !isFull
      ? { version, isFull: true }
      : { ok: false, reason: errorDescription, code: errorCode };
  }

  /** Replaces or updates the table. @returns a problem of the ranges; the table is unchanged then */
  async #take({ message, ranges }: ReadRanges, isFull: boolean, pacer: Pacer): Promise<MessageProblem | undefined> {
    const { serialNum, dsStartProtocolVersion: start, dsEndProtocolVersion: end } = message;
    // Without a serial number the message contains all ranges, regardless of the request and the actions.
    const replaces = isFull || serialNum === undefined;
    if (serialNum === undefined) {
      ranges.action.fill('A'.charCodeAt(0));
    }
    try {
      this.#table = await applyChanges(replaces ? EMPTY_TABLE : this.#table, ranges, pacer);
    } catch (error) {
      if (error instanceof UnfitRanges) {
        return problemOf('203', [error.field]);
      }
      throw error;
    }
    this.#serial = serialNum;
    this.#ds = { start, end };
    this.#refreshedAt = this.#options.now();
    return undefined;
  }
}

interface Next {
  readonly version: Version;
  readonly isFull: boolean;
}

/** Refuses an answer to another request, or in another version. */
function mismatch(read: ReadRanges, id: string, version: Version): ReadRanges | RefusedMessage {
  const { threeDSServerTransID, messageVersion } = read.message;
  const refuse = (problem: MessageProblem): RefusedMessage => ({
    ok: false,
    problem,
    ids: { threeDSServerTransID: id },
    type: 'PRes',
  });
  if (threeDSServerTransID.toLowerCase() !== id.toLowerCase()) {
    return refuse(problemOf('301', ['threeDSServerTransID']));
  }
  return messageVersion === version ? read : refuse(problemOf('203', ['messageVersion']));
}
