/** The data of the console's page of chargebacks. */
import type { Amount } from '../amount.ts';
import type { ConsoleShell } from './shell.ts';

export interface ChargebackEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly amount: Amount;
  /** An acquirer's name or a provider's id. */
  readonly processor: string;
  /** The processor's own reference. */
  readonly reference?: string | undefined;
  /** Whether a provider has taken back the whole payment. */
  readonly isRejection: boolean;
}

/** An order whose money was charged back. */
export interface DisputeEntry {
  readonly order: string;
  readonly orderHref: string;
  /** The part that was charged back and not returned. */
  readonly standing: Amount;
  readonly returned: Amount;
  readonly state: 'CHARGED_BACK' | 'PARTLY_RETURNED' | 'RETURNED';
  readonly chargebacks: readonly ChargebackEntry[];
}

export interface DisputesPage {
  readonly shell: ConsoleShell;
  /** Whether those are shown whose money was returned. */
  readonly isAll: boolean;
  readonly openHref: string;
  readonly allHref: string;
  readonly csvHref: string;
  /** The one that changed last first. */
  readonly disputes: readonly DisputeEntry[];
  readonly nextHref?: string | undefined;
  readonly firstHref?: string | undefined;
  readonly timeZone: string;
  readonly index: { readonly ageSeconds: number; readonly isComplete: boolean };
}
