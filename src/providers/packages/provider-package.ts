/** What a package exports as `provider`, so that its adapter may stand outside this program. */
import type { ProviderFacts } from '../../contract/providers/index.ts';
import type { OpenProvider } from '../provider-environment.ts';
import type { StartStandIn } from '../stand-in.ts';

/**
 * The version of the port that this program has: of `Provider`, `ProviderFacts` and what crosses between them. It grows
 * with each change that an adapter written before would not keep.
 */
export const PROVIDER_PORT = 1;

export interface ProviderPackage {
  /** The version of the port that the adapter was written for: a number, and not the constant of whoever loads it. */
  readonly port: typeof PROVIDER_PORT;
  /** The name of its group in `browserPayment`, lower camel case; in upper snake case its `sourceOfFunds.type`. */
  readonly id: string;
  /** What the interface says of it. */
  readonly facts: ProviderFacts;
  /** Called once in each process, at its start. */
  readonly open: OpenProvider;
  /**
   * Starts a stand-in of the provider, with which `turnpike provider check` tries the adapter. A gateway never calls
   * it: import what it needs when it is called.
   */
  readonly standIn?: StartStandIn;
}
