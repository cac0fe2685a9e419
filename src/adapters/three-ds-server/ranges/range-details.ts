/** The directory server's data on the cards of one range. */
import type { VersionRange } from '../messages/versions.ts';

export interface RangeDetails {
  /** A text that is equal for equal details. */
  readonly key: string;
  readonly acs: VersionRange;
  /** The versions that the directory server supports for the range. Undefined: those that it states for all ranges. */
  readonly ds: VersionRange | undefined;
  /** The URL of the 3DS Method, which the payer's browser loads before the AReq. Undefined: the ACS has no method. */
  readonly methodUrl: string | undefined;
  /** Codes of the ACS's capabilities: 01 authentication, 02 attempts, 03 decoupled, 04 white list. */
  readonly acsInfo: readonly string[];
}

export type NewRangeDetails = Omit<RangeDetails, 'key'>;

export function rangeDetails({ acs, ds, methodUrl, acsInfo }: NewRangeDetails): RangeDetails {
  const key = [acs.start, acs.end, ds?.start ?? '', ds?.end ?? '', acsInfo.join(), methodUrl ?? ''].join(' ');
  return { key, acs, ds, methodUrl, acsInfo };
}
