/**
 * The minimum work of an authentication without a challenge on this stack, by the interface's two requests. To initiate
 * it: `JSON.parse`, one compiled check of the fields, one HMAC that identifies the request, one look-up of the card's
 * range, one AES-256-GCM of the state, a commit, and one answer. To authenticate: the same parsing, check and HMAC, one
 * read of the stored state, a commit of the request, one message to the directory server over a kept connection with
 * certificates on both sides, a commit of its answer, and one answer. It has no merchants, credentials, sessions,
 * timeouts or log, and it reads of the directory server's message only its result.
 */
import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import { z } from 'zod';
import { sandboxThreeDSCertificates } from '../../src/settings/sandbox/index.ts';
import { AuthenticationStore } from './authentication-store.ts';
import { serve } from './bare-server.ts';
import { seal, unseal } from './card-seal.ts';

/** @param SANDBOX the data folder of the sandbox whose directory servers listen on `PORT` */
const [, , place = '', sandbox = '', port = ''] = process.argv;

const card = z.object({
  number: z.string().regex(/^\d{9,19}$/),
  expiry: z.object({ month: z.string().regex(/^(0?[1-9]|1[0-2])$/), year: z.string().regex(/^\d\d$/) }),
});
const sourceOfFunds = z.object({ type: z.literal('CARD'), provided: z.object({ card }) });
const currency = z.string().regex(/^[A-Z]{3}$/);
const whole = (max: number) => z.number().int().min(0).max(max);
const initiation = z.object({
  apiOperation: z.literal('INITIATE_AUTHENTICATION'),
  authentication: z.object({
    channel: z.enum(['MERCHANT_REQUESTED', 'PAYER_BROWSER']),
    purpose: z.enum(['ADD_CARD', 'PAYMENT_TRANSACTION']),
  }),
  order: z.object({ currency }),
  sourceOfFunds,
});
const authentication = z.object({
  apiOperation: z.literal('AUTHENTICATE_PAYER'),
  authentication: z.object({
    redirectResponseUrl: z
      .string()
      .max(2_048)
      .regex(/^https?:\/\//),
  }),
  device: z.object({
    browser: z.string().max(1_024),
    browserDetails: z.object({
      acceptHeaders: z.string().max(2_048),
      colorDepth: whole(48),
      javaEnabled: z.boolean(),
      language: z.string().max(8),
      screenHeight: whole(999_999),
      screenWidth: whole(999_999),
      timeZone: z.number().int(),
    }),
    ipAddress: z.string().max(45),
  }),
  order: z.object({
    amount: z
      .string()
      .max(14)
      .regex(/^\d*\.?\d+$/),
    currency,
  }),
  sourceOfFunds,
});
type Request = z.infer<typeof authentication> | z.infer<typeof initiation>;

const ajv = new Ajv({ strict: false });
const checks = {
  INITIATE_AUTHENTICATION: ajv.compile(jsonSchema(initiation)),
  AUTHENTICATE_PAYER: ajv.compile(jsonSchema(authentication)),
};

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema);
  return rest;
}

interface State {
  readonly id: string;
  readonly version: string;
  readonly asked?: boolean;
  readonly result?: string;
}

/** The start and end of each range, sorted. The scheme's own ranges are some thousands. */
const RANGES = Array.from({ length: 2_000 }, (_, index) => {
  const start = 5_100_000_000_000_000 + index * 1_000_000_000_000;
  return { start, end: start + 999_999_999_999, version: '2.2.0' };
});
const CERTIFICATES = sandboxThreeDSCertificates(sandbox);
const agent = new Agent({ keepAlive: true, ca: CERTIFICATES.ca, ...CERTIFICATES.threeDSServer });
const fingerprintKey = createSecretKey(randomBytes(32));
const store = new AuthenticationStore(join(place, 'authentication.db'));

await serve((orderId, body) => {
  const given = JSON.parse(body) as Request;
  const check = checks[given.apiOperation];
  if (!check(given)) {
    throw new Error(`${check.errors?.[0]?.instancePath} is not valid.`);
  }
  const fingerprint = createHmac('sha256', fingerprintKey).update(body).digest();
  return given.apiOperation === 'INITIATE_AUTHENTICATION'
    ? initiate(orderId, given, fingerprint)
    : authenticate(orderId, given, fingerprint);
});

async function initiate(orderId: string, given: z.infer<typeof initiation>, fingerprint: Buffer): Promise<string> {
  const range = rangeOf(Number(given.sourceOfFunds.provided.card.number));
  if (range === undefined) {
    throw new Error('The card is not enrolled.');
  }
  const state: State = { id: randomUUID(), version: range.version };
  await store.initiate({
    orderId,
    currency: given.order.currency,
    fingerprint,
    sealedState: seal(JSON.stringify(state)),
    details: JSON.stringify(given.authentication),
  });
  return answerOf(orderId, 'AUTHENTICATION_AVAILABLE');
}

async function authenticate(
  orderId: string,
  given: z.infer<typeof authentication>,
  fingerprint: Buffer,
): Promise<string> {
  const found = store.find(orderId);
  if (found === undefined) {
    throw new Error('Nothing was initiated.');
  }
  const state = JSON.parse(unseal(found.sealedState)) as State;
  await store.ask(found.key, {
    fingerprint,
    sealedState: seal(JSON.stringify({ ...state, asked: true })),
    details: JSON.stringify({ authentication: given.authentication, device: given.device }),
  });
  const { transStatus } = await exchange(JSON.stringify(areq(state, given)));
  await store.answer(found.key, seal(JSON.stringify({ ...state, result: transStatus })));
  return answerOf(orderId, transStatus === 'Y' ? 'AUTHENTICATION_SUCCESSFUL' : 'AUTHENTICATION_UNSUCCESSFUL');
}

function answerOf(orderId: string, status: string): string {
  const result = status === 'AUTHENTICATION_UNSUCCESSFUL' ? 'FAILURE' : 'SUCCESS';
  return JSON.stringify({ result, order: { id: orderId, authenticationStatus: status } });
}

function rangeOf(number: number): (typeof RANGES)[number] | undefined {
  let [low, high] = [0, RANGES.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((RANGES[middle]?.start ?? 0) <= number) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const found = RANGES[low];
  return found !== undefined && number <= found.end ? found : undefined;
}

/** The request to the issuer. All amounts of the measure are in EUR. */
function areq({ id, version }: State, { device, order, sourceOfFunds: source }: z.infer<typeof authentication>) {
  const { number, expiry } = source.provided.card;
  const { browserDetails: browser } = device;
  return {
    messageType: 'AReq',
    messageVersion: version,
    messageCategory: '01',
    deviceChannel: '02',
    threeDSServerTransID: id,
    threeDSServerRefNumber: '3DS_LOA_SER_SANDBOX_020200_00001',
    threeDSServerURL: 'https://localhost/3ds/results/MASTERCARD',
    acctNumber: number,
    cardExpiryDate: expiry.year + expiry.month.padStart(2, '0'),
    threeDSCompInd: 'U',
    threeDSRequestorAuthenticationInd: '01',
    notificationURL: 'https://localhost/3ds/challenge',
    browserAcceptHeader: browser.acceptHeaders,
    browserIP: device.ipAddress,
    browserJavaEnabled: browser.javaEnabled,
    browserJavascriptEnabled: true,
    browserLanguage: browser.language,
    browserColorDepth: String(browser.colorDepth),
    browserScreenHeight: String(browser.screenHeight),
    browserScreenWidth: String(browser.screenWidth),
    browserTZ: String(browser.timeZone),
    browserUserAgent: device.browser,
    acquirerBIN: '400551',
    acquirerMerchantID: 'TESTSHOP',
    threeDSRequestorID: 'TESTSHOP',
    threeDSRequestorName: 'Example Shop',
    threeDSRequestorURL: 'https://shop.example',
    merchantName: 'Example Shop',
    mcc: '5999',
    merchantCountryCode: '276',
    purchaseAmount: order.amount.replace('.', ''),
    purchaseCurrency: '978',
    purchaseExponent: '2',
    purchaseDate: new Date().toISOString().replace(/\D/g, '').slice(0, 14),
  };
}

/** Sends a message to the directory server. @returns its answer */
function exchange(body: string): Promise<{ readonly transStatus?: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/JSON;charset=UTF-8', 'content-length': Buffer.byteLength(body) };
    const sent = request(`https://localhost:${port}/mastercard`, { method: 'POST', agent, headers });
    sent.on('error', reject);
    sent.on('response', (response) => {
      json(response).then((answer) => resolve(answer as { transStatus?: string }), reject);
    });
    sent.end(body);
  });
}
