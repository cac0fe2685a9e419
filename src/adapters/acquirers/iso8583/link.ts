/**
 * The acquirer's port over ISO 8583: one connection, many requests in flight, each answer matched by message type,
 * trace number and terminal. A request is written at most once; after NO_ANSWER the caller must reverse it. An advice
 * is written once for each call; without an answer the caller calls again, with the same trace.
 *
 * @example
 *   const acquirer = openLink({ host: '127.0.0.1', port: 8583, isSecure: false }, { log });
 *   const outcome = await acquirer.request(request);
 *   if (outcome.status === 'NO_ANSWER') await acquirer.reverse(advice, false);
 */
import type {
  AcquirerAdvice,
  AcquirerOutcome,
  AcquirerRequest,
  BalanceInquiry,
  BalanceOutcome,
  ReversalAdvice,
  StatusInquiry,
  StatusOutcome,
} from '../../../core/ports/index.ts';
import type { BreakerTimes } from '../breaker.ts';
import { ExchangeGuard } from '../exchange-guard.ts';
import { DEFAULT_LINK_TIMES, type LinkTimes } from '../link-limits.ts';
import { ConnectionLog, type LinkLog } from '../link-log.ts';
import type { LinkTarget } from '../link-socket.ts';
import type { AcquirerCounters, AcquirerStatus, LinkSurroundings, OpenAcquirer } from '../protocol.ts';
import { inquiryMeaningOf, responseMeaningOf } from '../response-codes.ts';
import type { SessionEnd } from '../session-end.ts';
import { type ExchangeResult, InFlight } from './in-flight.ts';
import {
  ANSWER_MTI,
  encodeMessage,
  type FieldNumber,
  frame,
  Iso8583Error,
  type IsoFields,
  type IsoMessage,
  RESPONSE,
} from './message/index.ts';
import { adviceMessage, balanceMessage, inquiryMessage, requestMessage, reversalMessage } from './messages.ts';
import { outgoing } from './outgoing.ts';
import { Reconnection } from './reconnection.ts';
import { readBalance, readReply } from './reply.ts';

export interface AcquirerLink extends OpenAcquirer {
  /**
   * Resolves with the result of the first connection. It is known within five seconds, even if the host is down or
   * silent.
   */
  firstConnection(): Promise<'SIGNED_ON' | SessionEnd>;
}

/** Fields that an answer may omit, but must repeat unchanged if it has them. */
const ECHOED_FIELDS: readonly FieldNumber[] = [4, 37, 49, 61, 62, 63];

/** Implements `AcquirerProtocol.open`. @param breakerTimes shorter times, for tests */
export function openAcquirerLink(
  target: LinkTarget,
  { log, times }: Pick<LinkSurroundings, 'log' | 'times'>,
  breakerTimes: Partial<BreakerTimes> = {},
): AcquirerLink {
  return new Link(target, { ...DEFAULT_LINK_TIMES, ...times }, breakerTimes, log);
}

class Link implements AcquirerLink {
  readonly #times: LinkTimes;
  readonly #log: LinkLog;
  readonly #connectionLog: ConnectionLog;
  readonly #connection: Reconnection;
  readonly #inFlight: InFlight;
  readonly #guard: ExchangeGuard;
  readonly #counters = {
    unmatched: 0,
    contradictory: 0,
    garbled: 0,
    timedOut: 0,
    signOns: 0,
  };
  /** Resolved by the first sign-on or the first failed connection. */
  readonly #startedUp = Promise.withResolvers<'SIGNED_ON' | SessionEnd>();
  #hasStartedUp = false;
  #closing: Promise<void> | undefined;

  constructor(target: LinkTarget, times: LinkTimes, breakerTimes: Partial<BreakerTimes>, log: LinkLog) {
    this.#times = times;
    this.#log = log;
    this.#connectionLog = new ConnectionLog(target, log);
    this.#inFlight = new InFlight(times.requestTimeoutMs, () => {
      this.#counters.timedOut += 1;
    });
    this.#guard = new ExchangeGuard(breakerTimes, (state, inFlight) => this.#connectionLog.breaker(state, inFlight));
    this.#connection = new Reconnection(target, times, {
      onSignedOn: () => this.#signedOn(),
      onMessage: (message) => this.#answered(message),
      isWaiting: () => this.#inFlight.size > 0,
      onEnd: (reason, cause) => this.#ended(reason, cause),
    });
  }

  ready(): boolean {
    return this.#connection.session.isAnswering && this.#guard.wouldPass();
  }

  counters(): Readonly<AcquirerCounters> {
    return { ...this.#counters, heldBack: this.#guard.heldBack };
  }

  status(): AcquirerStatus {
    return {
      isSignedOn: this.#connection.session.isSignedOn,
      breaker: this.#guard.breaker,
      inFlight: this.#guard.inFlight,
    };
  }

  firstConnection(): Promise<'SIGNED_ON' | SessionEnd> {
    return this.#startedUp.promise;
  }

  async meetsSimulator(): Promise<boolean> {
    const end = await this.#startedUp.promise;
    return end === 'SIMULATOR' || end === 'NO_SIMULATOR';
  }

  request(request: AcquirerRequest): Promise<AcquirerOutcome> {
    return this.#send(() => requestMessage(request));
  }

  advise(advice: AcquirerAdvice, repeat: boolean): Promise<AcquirerOutcome> {
    return this.#send(() => adviceMessage(advice, repeat));
  }

  async reverse(advice: ReversalAdvice, repeat: boolean): Promise<boolean> {
    const sent = this.#build(() => reversalMessage(advice, repeat));
    const answer = sent === undefined ? 'NOT_SENT' : await this.#exchange(sent);
    return typeof answer === 'object' && answer[39] === RESPONSE.approved;
  }

  async inquire(inquiry: StatusInquiry): Promise<StatusOutcome> {
    const outcome = await this.#send(() => inquiryMessage(inquiry), inquiryMeaningOf);
    const isUnknown = outcome.status === 'ANSWERED' && outcome.reply.acquirerCode === RESPONSE.unknownOriginal;
    return isUnknown ? { status: 'UNKNOWN_ORIGINAL' } : outcome;
  }

  async balance(inquiry: BalanceInquiry): Promise<BalanceOutcome> {
    const sent = this.#build(() => balanceMessage(inquiry));
    const answer = sent === undefined ? 'NOT_SENT' : await this.#exchange(sent);
    return typeof answer === 'string' ? { status: answer } : readBalance(answer, inquiry.currency.numeric);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#guard.close();
    await this.#connection.close();
  }

  async #send(make: () => IsoMessage, meaningOf = responseMeaningOf): Promise<AcquirerOutcome> {
    const sent = this.#build(make);
    if (sent === undefined) {
      return { status: 'NOT_SENT' };
    }
    const { fields } = sent.message;
    const answer = await this.#exchange(sent);
    return typeof answer === 'string'
      ? { status: answer }
      : { status: 'ANSWERED', reply: readReply(fields, answer, meaningOf) };
  }

  /** Builds a message. A failure is a defect on this side; the log gets the kind of error, without the value. */
  #build(make: () => IsoMessage): { message: IsoMessage; frame: string } | undefined {
    try {
      const message = make();
      return { message, frame: frame(encodeMessage(message)) };
    } catch (error) {
      const about =
        error instanceof Iso8583Error ? { fault: error.fault, field: error.field } : { fault: nameOf(error) };
      this.#log.error(about, 'message to the acquirer could not be written');
      return undefined;
    }
  }

  async #exchange(built: { message: IsoMessage; frame: string }): Promise<ExchangeResult> {
    if (!this.#hasStartedUp) {
      await Promise.race([this.#startedUp.promise, delay(this.#times.startUpWaitMs)]);
    }
    const { session } = this.#connection;
    if (!session.isSignedOn) {
      return 'NOT_SENT';
    }
    const { fields, mti } = built.message;
    const key = answerKey(ANSWER_MTI[mti], fields);
    if (this.#inFlight.has(key)) {
      this.#log.error({ terminal: fields[41], stan: fields[11] }, 'trace is in use by a message in flight');
      return 'NOT_SENT';
    }
    const message = outgoing(built.frame);
    return this.#guard.exchange(() => {
      const exchange = new Promise<ExchangeResult>((settle) =>
        this.#inFlight.add(key, { outgoing: message, fields, settle }),
      );
      session.send(message);
      return exchange;
    });
  }

  #answered(message: IsoMessage): void {
    const key = answerKey(message.mti, message.fields);
    const pending = this.#inFlight.first(key);
    if (pending === undefined) {
      this.#counters.unmatched += 1;
    } else if (message.fields[39] === undefined || contradicts(pending.fields, message.fields)) {
      this.#counters.contradictory += 1;
    } else {
      this.#guard.recordAnswer();
      this.#inFlight.answer(key, message.fields);
    }
  }

  #signedOn(): void {
    this.#counters.signOns += 1;
    this.#guard.recordConnection();
    this.#connectionLog.signedOn();
    this.#startUpIsOver('SIGNED_ON');
  }

  #ended(reason: SessionEnd, cause: string | undefined): void {
    this.#counters.garbled += reason === 'GARBLED' ? 1 : 0;
    this.#connectionLog.logEnd(reason, cause, this.#inFlight.size);
    this.#startUpIsOver(reason);
    this.#inFlight.abandonAll();
  }

  #startUpIsOver(how: 'SIGNED_ON' | SessionEnd): void {
    this.#hasStartedUp = true;
    this.#startedUp.resolve(how);
  }
}

function answerKey(mti: string | undefined, fields: IsoFields): string {
  return `${mti}${fields[11]}${fields[41]}`;
}

function contradicts(sent: IsoFields, answer: IsoFields): boolean {
  return ECHOED_FIELDS.some((field) => answer[field] !== undefined && answer[field] !== sent[field]);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
