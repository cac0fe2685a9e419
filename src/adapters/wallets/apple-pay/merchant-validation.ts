/**
 * Asks Apple for a merchant session: the browser names Apple's URL, and the merchant identifies itself by its
 * certificate. The URL comes from a browser, so only Apple's published hosts are called.
 */
import { Agent } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { MerchantValidation, ValidateMerchant } from '../../../core/ports/index.ts';
import { TLS_CIPHERS } from '../../../platform/tls-ciphers.ts';
import { createJsonClient } from '../../http-json.ts';
import { VALIDATION_HOSTS } from './validation-hosts.ts';

/** The payer's browser gives up after 30 s. */
const ANSWER_MS_MAX = 10_000;
/** A merchant session has about 5 KB. */
const ANSWER_BYTES_MAX = 32 * 1024;
/** Characters of the name on the sheet. */
const DISPLAY_NAME_MAX = 64;
const PATHS = new Set(['/paymentservices/startSession', '/paymentservices/paymentSession']);

/** The sandbox's server in place of Apple's. */
export interface SandboxValidation {
  /** `https://localhost:8091` */
  readonly origin: string;
  /** PEM of its authority. */
  readonly ca: string;
}

/** @param sandbox absent: only Apple's hosts are called */
export function appleMerchantValidation(sandbox?: SandboxValidation, answerMsMax = ANSWER_MS_MAX): ValidateMerchant {
  return async (validation) => {
    const url = URL.parse(validation.url);
    const isSandbox = url !== null && url.origin === sandbox?.origin;
    if (url === null || !(isSandbox || isOfApple(url)) || !PATHS.has(url.pathname)) {
      return undefined;
    }
    const tlsAgent = agentOf(validation, isSandbox ? sandbox?.ca : undefined);
    if (tlsAgent === undefined) {
      return undefined;
    }
    const client = createJsonClient({ tlsAgent, answerMsMax, answerBytesMax: ANSWER_BYTES_MAX });
    const answer = await client.text({ method: 'POST', url: url.origin + url.pathname, body: bodyOf(validation) });
    tlsAgent.destroy();
    return answer.status === 'ANSWERED' && answer.code === 200 && isJsonObjectText(answer.body)
      ? answer.body
      : undefined;
  };
}

function isOfApple({ protocol, hostname, port, username, password }: URL): boolean {
  return protocol === 'https:' && port === '' && username + password === '' && VALIDATION_HOSTS.has(hostname);
}

function bodyOf({ merchantId, displayName, domain }: MerchantValidation): object {
  return {
    merchantIdentifier: merchantId,
    displayName: [...displayName].slice(0, DISPLAY_NAME_MAX).join(''),
    initiative: 'web',
    initiativeContext: domain,
  };
}

/** @returns undefined if certificate and key do not work together */
function agentOf({ identity: { certificate, key } }: MerchantValidation, ca: string | undefined): Agent | undefined {
  try {
    const tls = { cert: certificate, key, ca, ciphers: TLS_CIPHERS, minVersion: 'TLSv1.2' } as const;
    createSecureContext(tls);
    return new Agent({ ...tls, keepAlive: false });
  } catch {
    // OpenSSL's text may contain parts of the key.
    return undefined;
  }
}

function isJsonObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
