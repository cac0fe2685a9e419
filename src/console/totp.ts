/** One-time codes of authenticator apps (RFC 6238), in the form that every app takes: SHA-1, six digits, 30 seconds. */
import { createHmac } from 'node:crypto';
import { isSameBytes } from '../platform/masked-bytes.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
/** A phone's clock may be wrong by one step. */
const DRIFT_STEPS = [0, -1, 1] as const;
/** As RFC 4226 recommends for SHA-1. */
export const SECRET_BYTES = 20;

/** @param step the number of whole steps since 1970 */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) as number) & 0x0f;
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return `${number}`.padStart(DIGITS, '0');
}

/** @param now milliseconds since 1970 */
export function stepAt(now: number): number {
  return Math.floor(now / STEP_MS);
}

/**
 * @param typed may have spaces
 * @param now milliseconds since 1970
 * @returns the step of the code, which the caller must accept once only; undefined for a wrong code
 */
export function matchingStep(secret: Uint8Array, typed: string, now: number): number | undefined {
  const code = Buffer.from(typed.replace(/\s/g, ''));
  const steps = DRIFT_STEPS.map((drift) => stepAt(now) + drift);
  const matches = steps.filter((step) => isSameBytes(Buffer.from(codeAt(secret, step)), code));
  return matches.at(-1);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export interface AppEntry {
  /** Names the gateway in the app's list. */
  readonly issuer: string;
  readonly email: string;
  readonly secret: Uint8Array;
}

/** The address that an authenticator app reads from a QR code. */
export function otpauthAddress({ issuer, email, secret }: AppEntry): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
