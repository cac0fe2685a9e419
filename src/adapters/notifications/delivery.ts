/**
 * One attempt to deliver a notification: decides whether to send it, signs the request, and records the response for
 * the notification and its endpoint.
 */
import {
  type Clock,
  type Log,
  type NotificationTry,
  notificationId,
  type SpanEnd,
  type SpanNames,
  type Spans,
  stampOf,
} from '../../core/ports/index.ts';
import { currentTraceparent } from '../../platform/tracing/index.ts';
import { DisabledEndpoints } from './disabled-endpoints.ts';
import type { DeliveryResult, HttpSender } from './http-sender.ts';
import { type ClaimedNotification, type Outbox, TRIES_MAX } from './notification-records.ts';
import { requestHeaders } from './request-headers.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The HTTP status with which an endpoint unsubscribes. */
const HTTP_GONE = 410;

export interface DeliveryDependencies {
  readonly outbox: Outbox;
  readonly httpSender: Pick<HttpSender, 'deliver'>;
  readonly keys: Pick<SigningKeys, 'of'>;
  /** Resolves to the secret that a merchant's notifications are sent with, if there is one. */
  readonly secret: (merchantKey: number) => Promise<string | undefined>;
  /** The support code of an order's payments. */
  readonly supportCode: (orderKey: number) => string;
  readonly clock: Clock;
  /** False if this process may have been evicted. Another process may then have claimed its rows. */
  readonly isAlive: () => boolean;
  readonly log: Log;
  /** Absent: deliveries are not traced. */
  readonly spans?: Spans | undefined;
}

const DELIVERY: SpanNames = {
  name: 'notification POST',
  kind: 'CLIENT',
  attributes: { 'http.request.method': 'POST' },
};

function withTrace(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? headers : { ...headers, traceparent };
}

function spanEnd({ isDelivered, status }: DeliveryResult): SpanEnd {
  return { attributes: status === null ? {} : { 'http.response.status_code': status }, isError: !isDelivered };
}

export type TryOutcome = 'DELIVERED' | 'FAILED' | 'GIVEN_UP' | 'SWITCHED_OFF';

export class Delivery {
  /** Results of attempts since the process started. */
  readonly counts: Record<TryOutcome, number> = { DELIVERED: 0, FAILED: 0, GIVEN_UP: 0, SWITCHED_OFF: 0 };
  readonly #dependencies: DeliveryDependencies;
  readonly #disabled: DisabledEndpoints;

  constructor(dependencies: DeliveryDependencies) {
    this.#dependencies = dependencies;
    this.#disabled = new DisabledEndpoints(dependencies.outbox);
  }

  /**
   * Ends a notification that must not be sent, and records its end.
   * @returns undefined if it must be sent; otherwise the receiver of the order's next notification, if there is one
   */
  async endWithoutTry(claimed: ClaimedNotification, at: number): Promise<{ readonly next?: string } | undefined> {
    const { outbox, isAlive } = this.#dependencies;
    // Another process sends the notification at its next due time.
    if (!isAlive()) {
      return {};
    }
    const disabledAt = await this.#disabled.since(claimed.merchantKey, claimed.url);
    const isDisabled = disabledAt !== undefined && (claimed.resentAt === null || claimed.resentAt < disabledAt);
    // If a process died during the last attempt, that attempt did not end the notification.
    const end = isDisabled ? 'SWITCHED_OFF' : claimed.tries > TRIES_MAX ? 'GIVEN_UP' : undefined;
    if (end === undefined) {
      return undefined;
    }
    this.counts[end] += 1;
    const next = await outbox.recordEnd(claimed, end, at);
    return next === undefined ? {} : { next };
  }

  /** Sends one request to the merchant's server. Does not throw for any response. */
  async deliver(
    { key, codeOrderKey, merchantKey, url, body, tries }: ClaimedNotification,
    at: number,
  ): Promise<DeliveryResult> {
    const { clock, httpSender, keys, supportCode } = this.#dependencies;
    const [signedWith, secret] = [await keys.of(merchantKey), await this.#dependencies.secret(merchantKey)];
    const behindMs = stampOf(clock) - clock.now();
    const headers = requestHeaders({
      ...{ key, body, number: tries, keys: signedWith, secret },
      seconds: Math.floor((at + behindMs) / 1_000),
      supportCode: codeOrderKey === null ? undefined : supportCode(codeOrderKey),
    });
    const { spans } = this.#dependencies;
    return spans === undefined
      ? httpSender.deliver({ url, body, headers })
      : spans.alone(DELIVERY, () => httpSender.deliver({ url, body, headers: withTrace(headers) }), spanEnd);
  }

  /** @returns the receiver of the order's next notification, if there is one */
  async record(
    claimed: ClaimedNotification,
    result: DeliveryResult,
    at: number,
    presumedDueAt: number,
  ): Promise<string | undefined> {
    const { outbox, clock, supportCode, log } = this.#dependencies;
    const { status, failure, answer, durationMs } = result;
    const tried: NotificationTry = { number: claimed.tries, at, durationMs, status, failure, answer };
    if (result.isDelivered) {
      this.counts.DELIVERED += 1;
      await this.#disabled.switchOn(claimed.merchantKey, claimed.url);
      return outbox.recordEnd(claimed, 'DELIVERED', clock.now(), tried);
    }
    this.counts.FAILED += 1;
    const about = {
      notification: notificationId(claimed.key),
      paymentCode: claimed.codeOrderKey === null ? undefined : supportCode(claimed.codeOrderKey),
      tries: claimed.tries,
      failure,
    };
    if (result.detail !== undefined) {
      log.info({ ...about, detail: result.detail }, 'a notification was not delivered');
    }
    if (status === HTTP_GONE) {
      this.counts.SWITCHED_OFF += 1;
      log.warn(
        { ...about, merchantKey: claimed.merchantKey },
        'a notification endpoint answered 410 Gone and is disabled',
      );
      await this.#disabled.switchOff(claimed.merchantKey, claimed.url, at);
      return outbox.recordEnd(claimed, 'SWITCHED_OFF', clock.now(), tried);
    }
    if (claimed.tries >= TRIES_MAX) {
      this.counts.GIVEN_UP += 1;
      log.warn(about, 'a notification is given up');
      return outbox.recordEnd(claimed, 'GIVEN_UP', clock.now(), tried);
    }
    await outbox.recordFailure(claimed, tried, Math.max(presumedDueAt, at + (result.retryAfterMs ?? 0)));
    return undefined;
  }
}
