/** What a directory server says of the cards of one range. */
import type { VersionRange } from '../messages/versions.ts';

export interface RangeDetails {
  /** The same for two that say the same. */
  readonly key: string;
  readonly acs: VersionRange;
  /** Absent: the directory server supports what it said of all ranges. */
  readonly ds?: VersionRange;
  /** Where the payer's browser is taken before it is asked who pays; absent: nowhere. */
  readonly methodUrl?: string;
  /** Codes of what the ACS can do: 01 authentication, 02 attempts, 03 decoupled, 04 white list. */
  readonly acsInfo: readonly string[];
}

export type NewRangeDetails = Omit<RangeDetails, 'key'>;

export function rangeDetails({ acs, ds, methodUrl, acsInfo }: NewRangeDetails): RangeDetails {
  const key = [acs.start, acs.end, ds?.start ?? '', ds?.end ?? '', acsInfo.join(), methodUrl ?? ''].join(' ');
  return { key, acs, ...(ds && { ds }), ...(methodUrl !== undefined && { methodUrl }), acsInfo };
}
