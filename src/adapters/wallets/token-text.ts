/** Reads the parts of a token's text. */
import { z } from 'zod';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Base64 with padding, as bytes. `Buffer.from` alone skips characters that are none of it. */
export const base64Bytes = z
  .string()
  .regex(BASE64)
  .transform((text) => Buffer.from(text, 'base64'));

/** @returns undefined for a text that is not JSON */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const cardNumber = z.string().regex(/^\d{9,19}$/);
/** As the acquirer's message takes it. */
export const cryptogram = z.string().regex(BASE64).min(1).max(128);
/** Some wallets give one digit, or an empty text for none. */
export const eci = z
  .string()
  .regex(/^\d{0,2}$/)
  .optional()
  .transform((text) => (text ? text.padStart(2, '0') : undefined));
