/** The zone of a payment's times, where no script of the payer's browser formats them: in mails and without script. */
import type { RequestFields } from '../../contract/request-fields.ts';
import { isTimeZone, timeZoneOfCountry } from '../../contract/time-zone.ts';
import type { Merchant } from '../../core/index.ts';

/**
 * @param fields of the checkout or the payment: their addresses name the payer's country
 * @param reported the zone of the browser that paid
 * @returns IANA: the reported zone, else the profile's, else that of the payer's country if it has one, else UTC
 */
export function shownTimeZone({ profile }: Merchant, { billing, shipping }: RequestFields, reported?: string): string {
  const country = billing?.address?.country ?? shipping?.address?.country;
  const ofCountry = country === undefined ? undefined : timeZoneOfCountry(country);
  // A stored zone may be one that an update of the platform has removed.
  return [reported, profile.timeZone, ofCountry].find((zone) => typeof zone === 'string' && isTimeZone(zone)) ?? 'UTC';
}
