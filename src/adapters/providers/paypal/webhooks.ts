/**
 * PayPal's webhooks: verifies their origin and finds their payment. The signature covers the time and id of the
 * message, the id of the gateway's webhook and a CRC-32 of the body. A CRC is not a cryptographic hash, so the content
 * is not trusted: a webhook only causes queries to PayPal, for the payment and, in a dispute, for the dispute.
 */
import { verify, type X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { CallbackOutcome, ProviderAccount, RawCallback } from '../../../core/ports/index.ts';
import { readExactJson, WrittenBody } from '../../http-json.ts';
import { disputeIn } from './disputes.ts';
import { referenceIn } from './payment-names.ts';
import type { PayPalTurn } from './paypal-client.ts';
import { disputeId as disputeIdSchema, verification } from './paypal-messages.ts';
import type { SigningCertificates } from './signing-certificates.ts';

/** The maximum age of a message. PayPal repeats a message for three days with the time of the first attempt. */
const AGE_MS_MAX = 4 * DAY_MS;
/** How far a message's time may be in the future, because clocks differ. */
const AHEAD_MS_MAX = HOUR_MS;
/** The limit of concurrent requests to PayPal, so that a flood of webhooks does not cause a flood of requests. */
const VERIFICATIONS_MAX = 8;
/** The beginning of the types of messages about disputes. */
const DISPUTES = 'CUSTOMER.DISPUTE.';
/** The limit of `Callback.says`. */
const SAYS_CHARACTERS_MAX = 40;

const ALGORITHM = 'SHA256withRSA';

const FORGED = { status: 'FORGED' } as const;
const UNVERIFIED = { status: 'UNVERIFIED' } as const;
const UNRELATED = { status: 'UNRELATED' } as const;

/** The headers of a signature, with the limits that PayPal documents. */
const signedHeaders = z.object({
  'paypal-auth-algo': z.string().regex(/^[a-zA-Z0-9]{1,100}$/),
  'paypal-cert-url': z.string().min(1).max(500),
  'paypal-transmission-id': z.string().regex(/^[\w-]{1,50}$/),
  'paypal-transmission-sig': z.string().regex(/^[A-Za-z0-9+/=]{1,500}$/),
  'paypal-transmission-time': z.iso.datetime({ offset: true }).max(100),
});
type SignedHeaders = z.infer<typeof signedHeaders>;

const names = z.object({ custom_id: z.string().optional().catch(undefined) });
const event = z.object({
  event_type: z.string().min(1),
  resource: names.extend({
    dispute_id: disputeIdSchema.optional().catch(undefined),
    purchase_units: z.array(names).optional().catch(undefined),
    disputed_transactions: z
      .array(z.object({ custom: z.string().optional().catch(undefined) }))
      .optional()
      .catch(undefined),
  }),
});

export interface PayPalWebhooksOptions {
  readonly certificates: SigningCertificates;
  readonly turn: (account: ProviderAccount) => PayPalTurn;
}

export class PayPalWebhooks {
  readonly #options: PayPalWebhooksOptions;
  #verifications = 0;

  constructor(options: PayPalWebhooksOptions) {
    this.#options = options;
  }

  async read({ headers, body }: RawCallback, now: number, account: ProviderAccount): Promise<CallbackOutcome> {
    const { data: signed } = signedHeaders.safeParse(headers);
    const message = signed && isRecent(signed, now) ? messageIn(body) : undefined;
    if (signed === undefined || message === undefined) {
      return FORGED;
    }
    const { webhookId } = account.members;
    if (webhookId === undefined) {
      return UNVERIFIED;
    }
    const verdict = await this.#verify(signed, body, now, account, webhookId);
    if (verdict !== 'GENUINE') {
      return { status: verdict };
    }
    const claim = claimIn(message, account);
    const { dispute_id: disputeId } = message.resource;
    const isDispute = message.event_type.startsWith(DISPUTES) && disputeId !== undefined;
    return claim.status === 'GENUINE' && isDispute ? this.#withDispute(claim, disputeId, account) : claim;
  }

  /** @returns UNVERIFIED if PayPal does not answer: it sends the message again later */
  async #withDispute(claim: GenuineCallback, disputeId: string, account: ProviderAccount): Promise<CallbackOutcome> {
    const answer = await this.#limited(() =>
      this.#options.turn(account).call({ method: 'GET', path: `/v1/customer/disputes/${disputeId}` }),
    );
    if (answer?.status !== 'ANSWERED') {
      return UNVERIFIED;
    }
    // An app without the permission gets no dispute: only the payment is asked for then.
    const dispute = answer.code < 300 ? disputeIn(answer.body, claim.reference, account) : undefined;
    return { ...claim, dispute };
  }

  /** @returns undefined if too many requests to PayPal are under way */
  async #limited<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#verifications >= VERIFICATIONS_MAX) {
      return undefined;
    }
    this.#verifications += 1;
    try {
      return await ask();
    } finally {
      this.#verifications -= 1;
    }
  }

  async #verify(
    signed: SignedHeaders,
    body: Uint8Array,
    now: number,
    account: ProviderAccount,
    webhookId: string,
  ): Promise<'FORGED' | 'GENUINE' | 'UNVERIFIED'> {
    const found = await this.#options.certificates.at(signed['paypal-cert-url'], now);
    if (found === undefined || found.status === 'UNKNOWN') {
      return 'FORGED';
    }
    if (found.status === 'BUSY') {
      return 'UNVERIFIED';
    }
    if (found.status === 'TRUSTED' && signed['paypal-auth-algo'] === ALGORITHM && isRsa(found.certificate)) {
      const signature = Buffer.from(signed['paypal-transmission-sig'], 'base64');
      const text = Buffer.from(signedText(signed, webhookId, body));
      return verify('sha256', text, found.certificate.publicKey, signature) ? 'GENUINE' : 'FORGED';
    }
    return this.#askPayPal(signed, body, account, webhookId);
  }

  /**
   * Has PayPal verify a signature that cannot be verified here, because PayPal may have changed its certificate or
   * algorithm.
   */
  async #askPayPal(
    signed: SignedHeaders,
    body: Uint8Array,
    account: ProviderAccount,
    webhookId: string,
  ): Promise<'FORGED' | 'GENUINE' | 'UNVERIFIED'> {
    const answer = await this.#limited(() =>
      this.#options.turn(account).call({
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        body: verificationBody(signed, body, webhookId),
      }),
    );
    const { data } = verification.safeParse(answer?.status === 'ANSWERED' && answer.code < 300 ? answer.body : {});
    return data === undefined ? 'UNVERIFIED' : VERDICTS[data.verification_status];
  }
}

const VERDICTS = { FAILURE: 'FORGED', SUCCESS: 'GENUINE' } as const;

function isRecent({ 'paypal-transmission-time': time }: SignedHeaders, now: number): boolean {
  const ageMs = now - Date.parse(time);
  return ageMs <= AGE_MS_MAX && ageMs >= -AHEAD_MS_MAX;
}

function isRsa({ publicKey }: X509Certificate): boolean {
  return publicKey.asymmetricKeyType === 'rsa';
}

function signedText(signed: SignedHeaders, webhookId: string, body: Uint8Array): string {
  return [signed['paypal-transmission-id'], signed['paypal-transmission-time'], webhookId, crc32(body)].join('|');
}

/**
 * The body of a verification request. It contains the event's unchanged bytes, because their checksum is part of the
 * signed text.
 */
function verificationBody(signed: SignedHeaders, body: Uint8Array, webhookId: string): WrittenBody {
  const members = {
    auth_algo: signed['paypal-auth-algo'],
    cert_url: signed['paypal-cert-url'],
    transmission_id: signed['paypal-transmission-id'],
    transmission_sig: signed['paypal-transmission-sig'],
    transmission_time: signed['paypal-transmission-time'],
    webhook_id: webhookId,
  };
  const written = JSON.stringify(members).slice(0, -1);
  return new WrittenBody('application/json', `${written},"webhook_event":${Buffer.from(body).toString('utf8')}}`);
}

type Message = z.infer<typeof event>;
type GenuineCallback = Extract<CallbackOutcome, { readonly status: 'GENUINE' }>;

/** @returns undefined if the body is not an event of PayPal */
function messageIn(body: Uint8Array): Message | undefined {
  try {
    return event.safeParse(readExactJson(body)).data;
  } catch {
    return undefined;
  }
}

/** The claim has no amount, because the amount of a partial capture or refund is not that of the payment. */
function claimIn({ event_type, resource }: Message, { merchantId }: ProviderAccount): CallbackOutcome {
  const named = [
    resource.custom_id,
    ...(resource.purchase_units ?? []).map(({ custom_id }) => custom_id),
    ...(resource.disputed_transactions ?? []).map(({ custom }) => custom),
  ];
  const reference = named.map((name) => referenceIn(name, merchantId)).find((found) => found !== undefined);
  return reference === undefined
    ? UNRELATED
    : {
        status: 'GENUINE',
        reference,
        says: event_type.slice(0, SAYS_CHARACTERS_MAX),
        takesBack: TAKING_BACK.has(event_type) ? true : undefined,
      };
}

/** Events that return the money of a completed capture. */
const TAKING_BACK: ReadonlySet<string> = new Set([
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
]);
