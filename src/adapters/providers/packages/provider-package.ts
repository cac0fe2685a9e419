/** The export `provider` of a package, which adds an adapter from outside this program. */
import type { ProviderFacts } from '../../../contract/providers/index.ts';
import type { OpenProvider } from '../provider-environment.ts';
import type { StartStandIn } from '../stand-in.ts';

/**
 * The version of the port: `Provider`, `ProviderFacts` and the values between them. It increases with each change that
 * breaks existing adapters.
 */
export const PROVIDER_PORT = 1;

export interface ProviderPackage {
  /** The version of the port that the adapter was written for: a literal number, not the loading program's constant. */
  readonly port: typeof PROVIDER_PORT;
  /**
   * The name of its group in `browserPayment`, in lower camel case. In upper snake case it is its `sourceOfFunds.type`.
   */
  readonly id: string;
  /** Its part of the interface. */
  readonly facts: ProviderFacts;
  /** Called once at the start of each process. */
  readonly open: OpenProvider;
  /**
   * Starts a simulator of the provider, with which `turnpike provider check` tests the adapter. A gateway does not call
   * it, so it should import its dependencies only when it is called.
   */
  readonly standIn?: StartStandIn;
}
