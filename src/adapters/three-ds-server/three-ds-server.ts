/** The 3DS Server: the directory servers of all schemes, their card ranges, and the steps of each authentication. */
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { Secret } from '../../contract/secret.ts';
import type {
  AskedAuthentication,
  Authentication,
  AuthenticationRequest,
  ChallengeWindow,
  EnrolmentRequest,
  Log,
  PayerAuthenticator,
  ReceivedResult,
} from '../../core/ports/index.ts';
import { transactionIdOf } from '../../platform/store-ids.ts';
import { creqField, readCres } from './browser/challenge-data.ts';
import { methodData, readMethodData } from './browser/method-data.ts';
import { type AReqAnswer, DirectoryServer } from './directory-server/directory-server.ts';
import type { DirectoryServerSettings } from './directory-server/settings.ts';
import { negotiate, VERSIONS } from './messages/versions.ts';
import { UnfitMessage, writeMessage } from './messages/write-message.ts';
import { RangeCache, type RefreshResult } from './ranges/range-cache.ts';
import { type RetryTimes, refreshUntil, waitFor } from './ranges/refresh-schedule.ts';
import { newAreq } from './request/new-areq.ts';
import { resultReceived } from './results-endpoint.ts';
import type { AuthenticationEvent } from './transaction/events.ts';
import { completionOf, isUnasked, next } from './transaction/next.ts';
import {
  type AuthenticationState,
  type AuthenticationSubject,
  type EndResult,
  readState,
} from './transaction/state.ts';
import { authenticationOf } from './transaction/view.ts';

export interface ThreeDsServerOptions {
  readonly servers: readonly DirectoryServer[];
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly newId?: () => string;
  /** Delays before ranges are requested again from an unavailable directory server. */
  readonly retry?: RetryTimes;
}

export interface StartOptions {
  readonly untilKnown?: boolean;
  readonly msMax?: number;
}

/** @throws Error if the certificates of a directory server cannot be used */
export function openDirectoryServers(settings: readonly DirectoryServerSettings[]): DirectoryServer[] {
  return settings.map((one) => new DirectoryServer(one));
}

/** The code of acsInfoInd for decoupled authentication, which messages can request from version 2.2.0 on. */
const DECOUPLED_INDICATOR = { acsInfo: '03', since: '2.2.0' } as const;
/** The versions in which a merchant can authenticate a payment without the payer, which is possible since 2.2.0. */
const MERCHANT_PAYMENT_VERSIONS = ['2.2.0'] as const;

export class ThreeDsServer implements PayerAuthenticator {
  readonly #servers: ReadonlyMap<string, DirectoryServer>;
  readonly #caches: ReadonlyMap<string, RangeCache>;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #newId: () => string;
  readonly #retry: RetryTimes | undefined;
  readonly #stop = new AbortController();
  #ready = Promise.resolve();

  constructor({ servers, log, now = Date.now, newId = randomUUID, retry }: ThreeDsServerOptions) {
    this.#servers = new Map(servers.map((server) => [server.settings.scheme, server]));
    this.#caches = new Map(servers.map((source) => [source.settings.scheme, new RangeCache({ source, now })]));
    this.#log = log;
    this.#now = now;
    this.#newId = newId;
    this.#retry = retry;
  }

  /**
   * Refreshes the ranges of every scheme now, and then every day, until `close`.
   *
   * It is ready after the first attempt for each scheme, successful or not; with `untilKnown`, after the first success
   * of each; in any case after `msMax`, so that a slow directory server delays no payments. Until the server answers,
   * the merchants' rules for unavailable authentications apply.
   */
  start({ untilKnown = false, msMax }: StartOptions = {}): Promise<void> {
    const refreshed = this.#firstRefreshes(untilKnown);
    this.#ready = msMax === undefined ? refreshed : Promise.race([refreshed, waitFor(msMax, this.#stop.signal)]);
    return this.#ready;
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  async #firstRefreshes(untilKnown: boolean): Promise<void> {
    const asked = [...this.#caches].map(
      ([scheme, cache]) =>
        new Promise<void>((resolve) => {
          void refreshUntil(this.#stop.signal, {
            refresh: () => cache.refresh(),
            retry: this.#retry,
            onResult: (result, nextMs) => {
              this.#logRefresh(scheme, result, cache.age, nextMs);
              if (result.ok || !untilKnown) {
                resolve();
              }
            },
          });
        }),
    );
    await Promise.all(asked);
  }

  /** Refreshes the ranges of every scheme once. */
  async refresh(): Promise<ReadonlyMap<string, RefreshResult>> {
    const caches = [...this.#caches];
    const results = await Promise.all(caches.map(async ([scheme, cache]) => [scheme, await cache.refresh()] as const));
    return new Map(results);
  }

  /** Milliseconds since each scheme's ranges were last current. Undefined if they have not been read yet. */
  rangeAges(): ReadonlyMap<string, number | undefined> {
    return new Map([...this.#caches].map(([scheme, cache]) => [scheme, cache.age]));
  }

  close(): void {
    this.#stop.abort();
    for (const server of this.#servers.values()) {
      server.close();
    }
  }

  enrol({ number, ...request }: EnrolmentRequest): Authentication {
    const cache = this.#caches.get(request.scheme);
    if (cache !== undefined && cache.age === undefined) {
      return this.#ended(request, { transStatus: 'U', unknownBecause: 'NO_RANGES', isChallenged: false });
    }
    const found = cache?.find(number.reveal());
    const accepted = request.channel === 'MERCHANT' && request.isPayment ? MERCHANT_PAYMENT_VERSIONS : VERSIONS;
    const version = found && negotiate([found.details.acs, found.ds], accepted);
    if (found === undefined || version === undefined) {
      return this.withoutEnrolment(request);
    }
    const { methodUrl, acsInfo } = found.details;
    const canDecouple = version === DECOUPLED_INDICATOR.since && acsInfo.includes(DECOUPLED_INDICATOR.acsInfo);
    const hasMethod = methodUrl !== undefined && request.channel === 'BROWSER';
    return authenticationOf({
      subject: { ...this.#subject(request, version), canDecouple: canDecouple || undefined },
      method: hasMethod ? { url: methodUrl, isCompleted: false } : undefined,
      progress: { phase: 'ENROLLED' },
    });
  }

  withoutEnrolment(request: Omit<EnrolmentRequest, 'number'>): Authentication {
    return this.#ended(request, { isChallenged: false });
  }

  methodData(stored: Secret, notificationUrl: string): string {
    return methodData(readState(stored).subject.threeDSServerTransID, notificationUrl);
  }

  methodNotified(data: string): { readonly threeDSServerTransID: string } | undefined {
    const threeDSServerTransID = readMethodData(data);
    return threeDSServerTransID === undefined ? undefined : { threeDSServerTransID };
  }

  methodStarted(stored: Secret): Authentication {
    return this.#after(stored, { kind: 'METHOD_STARTED' });
  }

  methodCompleted(stored: Secret): Authentication {
    return this.#after(stored, { kind: 'METHOD_COMPLETED' });
  }

  timePassed(stored: Secret): Authentication {
    return this.#after(stored, { kind: 'TIME_PASSED' });
  }

  authenticate(stored: Secret, given: AuthenticationRequest): AskedAuthentication {
    const state = readState(stored);
    const { subject } = state;
    const decoupledMinutes = subject.canDecouple === true ? given.decoupledMinutes : undefined;
    const request = { ...given, decoupledMinutes };
    const server = this.#servers.get(subject.scheme);
    if (!isUnasked(state)) {
      return { status: 'ASKED_BEFORE', asked: authenticationOf(state) };
    }
    if (server === undefined) {
      return { status: 'UNFIT', fields: 'scheme' };
    }
    const now = this.#now();
    const { settings } = server;
    let areq: string;
    try {
      areq = writeMessage<'AReq'>(newAreq({ subject, threeDSCompInd: completionOf(state), request, settings, now }));
    } catch (error) {
      if (error instanceof UnfitMessage) {
        return { status: 'UNFIT', fields: error.problem.detail };
      }
      throw error;
    }
    const decoupledMs = decoupledMinutes && decoupledMinutes * MINUTE_MS;
    const asked = next(state, { kind: 'AREQ_SENT', now, decoupledMs }).state;
    const send = async () => {
      const answer = await server.authenticate(areq, {
        deviceChannel: subject.deviceChannel,
        messageCategory: subject.messageCategory,
      });
      return authenticationOf(this.#answered(asked, answer, server));
    };
    const result = { transStatus: 'R', isChallenged: false } as const;
    const rejected = authenticationOf({ ...state, progress: { phase: 'ENDED', result } });
    return { status: 'ASKED', asked: authenticationOf(asked), send, rejected };
  }

  challenge(stored: Secret, window: ChallengeWindow) {
    const state = readState(stored);
    const { progress, subject } = state;
    if (progress.phase !== 'CHALLENGE') {
      return undefined;
    }
    return {
      creq: creqField(subject, progress.identity, window),
      acsUrl: progress.acsUrl,
      changed: this.#after(stored, { kind: 'CREQ_MADE' }),
    };
  }

  challengeReturned(stored: Secret, cres: string): Authentication {
    const { progress, subject } = readState(stored);
    const transStatus = progress.phase === 'CHALLENGE' ? readCres(cres, subject, progress.identity) : undefined;
    // A form field that is not a CRes of this challenge does not end the challenge.
    return this.#after(stored, transStatus === undefined ? { kind: 'TIME_PASSED' } : { kind: 'CRES', transStatus });
  }

  resultReceived(body: Uint8Array, scheme: string): ReceivedResult {
    return resultReceived(body, scheme, this.#now());
  }

  #subject(
    { scheme, channel, isPayment, storeNumber }: Omit<EnrolmentRequest, 'number'>,
    version: AuthenticationSubject['version'],
  ): AuthenticationSubject {
    return {
      threeDSServerTransID: transactionIdOf(storeNumber, this.#newId()),
      scheme,
      version,
      deviceChannel: channel === 'BROWSER' ? '02' : '03',
      messageCategory: isPayment ? '01' : '02',
    };
  }

  #ended(request: Omit<EnrolmentRequest, 'number'>, result: EndResult): Authentication {
    // The version does not matter, because no message is sent.
    return authenticationOf({ subject: this.#subject(request, VERSIONS[0]), progress: { phase: 'ENDED', result } });
  }

  #after(stored: Secret, event: UntimedEvent): Authentication {
    return authenticationOf(next(readState(stored), { ...event, now: this.#now() } as AuthenticationEvent).state);
  }

  /**
   * Applies the directory server's answer to the authentication. Problems of the answer are reported to the directory
   * server.
   */
  #answered(asked: AuthenticationState, answer: AReqAnswer, server: DirectoryServer): AuthenticationState {
    const event = eventOf(answer, this.#now());
    const { state, effects } = next(asked, event);
    const { threeDSServerTransID, scheme, version } = asked.subject;
    const problem = answer.ok
      ? effects.find((effect) => effect.kind === 'SEND_ERRO')?.problem
      : problemOfAnswer(answer);
    if (problem !== undefined) {
      const ids = { threeDSServerTransID };
      void server.complain({ ok: false, problem, ids, type: 'ARes' }, version);
    }
    if (state.progress.phase === 'ENDED' && state.progress.result.unknownBecause !== undefined) {
      const { unknownBecause, errorCode } = state.progress.result;
      const failure = 'unanswered' in answer ? answer.unanswered : undefined;
      this.#log.warn({ threeDSServerTransID, scheme, unknownBecause, errorCode, failure }, 'payer authentication');
    }
    return state;
  }

  #logRefresh(scheme: string, result: RefreshResult, age: number | undefined, nextMs: number): void {
    if (result.ok) {
      this.#log.info({ scheme, ranges: result.ranges, nextMs }, 'card ranges refreshed');
    } else {
      const { reason, code } = result;
      this.#log.warn({ scheme, reason, code, age, nextMs }, 'card ranges not refreshed');
    }
  }
}

/** Events from a browser and of elapsed time. */
type UntimedEvent =
  | { readonly kind: 'METHOD_STARTED' | 'METHOD_COMPLETED' | 'CREQ_MADE' | 'TIME_PASSED' }
  | { readonly kind: 'CRES'; readonly transStatus: 'Y' | 'N' };

/**
 * The problem to report to the sender. An Erro must not be answered by another Erro: two servers would continue
 * forever.
 */
function problemOfAnswer(answer: Extract<AReqAnswer, { readonly ok: false }>) {
  return 'problem' in answer && answer.type !== 'Erro' ? answer.problem : undefined;
}

function eventOf(answer: AReqAnswer, now: number): AuthenticationEvent {
  if (answer.ok) {
    return answer.type === 'ARes'
      ? { kind: 'ARES', message: answer.message, now }
      : { kind: 'AREQ_FAILED', because: 'ERROR_MESSAGE', errorCode: answer.message.errorCode, now };
  }
  if ('problem' in answer) {
    return { kind: 'AREQ_FAILED', because: 'ARES_REFUSED', errorCode: answer.problem.code, now };
  }
  return { kind: 'AREQ_FAILED', because: answer.isSent ? 'NO_ARES' : 'NOT_SENT', now };
}
