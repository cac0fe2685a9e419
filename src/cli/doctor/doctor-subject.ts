/** The data that the checks of `turnpike doctor` examine, and a check. */

import type { Network } from '../../adapters/notifications/index.ts';
import type { Store } from '../../adapters/store/index.ts';
import type { MerchantProfile } from '../../core/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { CheckFinding } from '../finding.ts';

export interface DoctorSubject {
  readonly settings: Settings;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly outside: NetworkAccess;
}

/** Access to the network outside this machine. */
export interface NetworkAccess extends Pick<Network, 'ca' | 'resolve'> {
  /** Whether a connection to this address is allowed: the rule for notifications. */
  readonly allowsNotification: Network['allows'];
  /** The port of https, for hosts without a port. */
  readonly httpsPort: number;
  /** Time limit for one connection, and for one answer. */
  readonly answerMsMax: number;
}

export interface ExaminedStore extends DoctorSubject {
  readonly store: Store;
}

export interface ExaminedMerchant extends ExaminedStore {
  readonly merchant: {
    readonly key: number;
    readonly id: string;
    readonly profile: MerchantProfile;
    readonly passwordHash: string | null;
    readonly isDisabled?: boolean;
  };
}

export interface Check<What> {
  /** The text of the report's first column, at most two words. */
  readonly name: string;
  /**
   * @returns the findings, one line each; empty where the check does not apply. An exception is a failure of the check
   */
  readonly run: (what: What) => Promise<readonly CheckFinding[]> | readonly CheckFinding[];
}
