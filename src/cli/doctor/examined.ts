/** What the checks of `turnpike doctor` look at, and a check. */
import type { MerchantProfile } from '../../gateway/index.ts';
import type { Network } from '../../notifications/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Store } from '../../store/index.ts';
import type { Finding } from '../finding.ts';

export interface Examined {
  readonly settings: Settings;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly outside: Outside;
}

/** The network beyond this machine. */
export interface Outside extends Pick<Network, 'ca' | 'resolve'> {
  /** Whether a connection may go to this address: the notifications' own rule. */
  readonly allowsNotification: Network['allows'];
  /** Of https, for hosts that name no port. */
  readonly httpsPort: number;
  /** The longest that one connection, or one answer, is waited for. */
  readonly answerMsMax: number;
}

export interface ExaminedStore extends Examined {
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
  /** Two words at most, for the report's first column. */
  readonly name: string;
  /** @returns one line each; none where it does not apply. A throw is a failure of the check. */
  readonly run: (what: What) => Promise<readonly Finding[]> | readonly Finding[];
}
