import type { ProviderPackage } from 'turnpike/provider';
import { open } from './adapter.ts';
import { villagePay } from './facts.ts';

export const provider: ProviderPackage = {
  port: 1,
  id: 'villagePay',
  facts: villagePay,
  open,
  // For `turnpike provider check` alone; a gateway does not load it.
  standIn: async () => (await import('./stand-in.ts')).startStandIn(),
};
