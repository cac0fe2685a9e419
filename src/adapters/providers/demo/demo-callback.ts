/**
 * Validates a callback of the sandbox's providers. The signature covers the time and the body, so that an intercepted
 * callback cannot be replayed minutes later.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Callback, CallbackOutcome, RawCallback } from '../../../core/ports/index.ts';
import { readExactJson } from '../../http-json.ts';
import { demoCallbackMessage, demoMoneyOf } from './demo-messages.ts';

/**
 * The maximum age of a signature. It allows for clock differences; five minutes are usual in such schemes. Each retry
 * of a callback is signed again.
 */
const AGE_MS_MAX = 5 * MINUTE_MS;

/** The limit of `Callback.says`. */
const SAYS_CHARACTERS_MAX = 40;

const HEADER = 'x-provider-signature';
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

export function readDemoCallback(raw: RawCallback, secret: string, now: number): CallbackOutcome {
  const claim = signedClaim(raw, secret, now);
  return claim === undefined ? { status: 'FORGED' } : { status: 'GENUINE', ...claim };
}

/** @returns undefined if the signature is wrong or too old, or the message is unreadable */
function signedClaim({ headers, body }: RawCallback, secret: string, now: number): Callback | undefined {
  const header = headers[HEADER];
  const [, seconds, signature] = (typeof header === 'string' ? SIGNATURE.exec(header) : null) ?? [];
  if (seconds === undefined || signature === undefined) {
    return undefined;
  }
  if (Math.abs(now - Number(seconds) * 1_000) > AGE_MS_MAX) {
    return undefined;
  }
  const right = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  if (!timingSafeEqual(right, Buffer.from(signature, 'hex'))) {
    return undefined;
  }
  return claimIn(body);
}

function claimIn(body: Uint8Array): Callback | undefined {
  try {
    const { data } = demoCallbackMessage.safeParse(readExactJson(body));
    const money = data && demoMoneyOf(data);
    if (data === undefined || money === undefined) {
      return undefined;
    }
    return { reference: data.reference, money, says: data.state.slice(0, SAYS_CHARACTERS_MAX) };
  } catch {
    return undefined;
  }
}
