/** How long sessions of the console last. */
import { HOUR_MS, MINUTE_MS } from '../contract/durations.ts';
import type { ConsoleSession } from './ports.ts';

/** A session without a request for this time has ended. */
export const IDLE_MS_MAX = 30 * MINUTE_MS;
/** A working day. */
export const SESSION_MS_MAX = 12 * HOUR_MS;
/** From the password to the code. */
const CODE_MS_MAX = 10 * MINUTE_MS;
/** Sensitive acts ask for a code again after this time. */
export const PROOF_MS_MAX = 15 * MINUTE_MS;
/** The time of the last request is written at most this often. */
export const TOUCH_MS_MIN = MINUTE_MS;

/** @param now milliseconds since 1970 */
export function isLive({ createdAt, seenAt, stage }: ConsoleSession, now: number): boolean {
  const ageMax = stage === 'COMPLETE' ? SESSION_MS_MAX : CODE_MS_MAX;
  return now - createdAt < ageMax && now - seenAt < IDLE_MS_MAX;
}

/** True if the session has proven the second factor so lately that a sensitive act need not ask again. */
export function isProven({ provenAt }: ConsoleSession, now: number): boolean {
  return now - provenAt < PROOF_MS_MAX;
}
