/** The findings for a web server. */
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { type CheckFinding, doubtful, fails, well } from '../finding.ts';
import type { WebHost } from './web-host.ts';

/**
 * Certificates are usually renewed weeks before their end. If less time is left, the renewal was probably forgotten.
 */
const EXPIRES_SOON_MS = 14 * DAY_MS;
/**
 * Maximum difference between the clocks. Most receivers refuse signatures with a timestamp that is off by more than
 * five minutes.
 */
const SKEW_MS_MAX = MINUTE_MS;

/** @param what the address or its host, as the beginning of a sentence */
export function hostFindings(
  what: string,
  { failure, expiresAt, clock }: WebHost,
  now: number,
  failed: (says: string) => CheckFinding,
): CheckFinding[] {
  if (failure !== undefined) {
    return [failed(`${what}: ${failure}`)];
  }
  return [
    expiresAt === undefined ? well(`${what} is reached.`) : certificateFinding(what, expiresAt, now),
    ...(clock !== undefined && Math.abs(clock - now) > SKEW_MS_MAX
      ? [
          doubtful(
            `This machine's clock is ${Math.round(Math.abs(clock - now) / 1_000)} s ${clock > now ? 'behind' : 'ahead of'} that of ${what}.`,
            'set it by a time service: signatures and expiries depend on it',
          ),
        ]
      : []),
  ];
}

/** A qualified certificate with less time left is reported, since it takes weeks to get a new one. */
const RENEWED_BEFORE_MS = 30 * DAY_MS;

/**
 * The finding for a certificate of our own, which identifies this gateway to others.
 * @param name the certificate's name for the operator
 */
export function ownCertificateFinding(name: string, from: number, until: number, now: number): CheckFinding {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  if (now < from || now >= until) {
    const says = now < from ? `begins on ${dayOf(from)}` : `ended on ${dayOf(until)}`;
    return fails(`${name} ${says}: nobody takes it.`, 'renew it, and restart the gateway');
  }
  return until - now < RENEWED_BEFORE_MS
    ? doubtful(`${name} ends on ${dayOf(until)}.`, 'order a new one now')
    : well(`${name} is valid until ${dayOf(until)}.`);
}

/** The finding about the expiry of a trusted certificate. */
export function certificateFinding(what: string, expiresAt: number, now: number): CheckFinding {
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  if (expiresAt <= now) {
    return fails(`${what}: its certificate ended on ${day}.`, 'renew it');
  }
  if (expiresAt - now < EXPIRES_SOON_MS) {
    return doubtful(`${what} is reached, and its certificate ends on ${day}.`, 'see that it is renewed');
  }
  return well(`${what} is reached, with a certificate until ${day}.`);
}
