/** The export `provider` of a package, which adds an adapter from outside this program. */
import type { ProviderFacts } from '../../../contract/providers/index.ts';
import type { OpenProvider } from '../provider-environment.ts';
import type { StartStandIn } from '../stand-in.ts';

/**
 * The version of the port: `Provider`, `ProviderFacts` and the values between them. Each change that breaks existing
 * adapters increments it.
 */
export const PROVIDER_PORT = 1;

export interface ProviderPackage {
  /** The version of the port that the adapter was written for: a literal number, not the loading program's constant. */
  readonly port: typeof PROVIDER_PORT;
  /**
   * The provider's id, in lower camel case: the name of its group in `browserPayment`, and in upper snake case its
   * `sourceOfFunds.type`.
   */
  readonly id: string;
  /** The provider's part of the interface. */
  readonly facts: ProviderFacts;
  /** Called once at the start of each process. */
  readonly open: OpenProvider;
  /**
   * Starts a simulator of the provider, with which `turnpike provider check` tests the adapter. A gateway does not call
   * this function, so the function should import its dependencies only when it is called.
   */
  readonly standIn?: StartStandIn;
}
