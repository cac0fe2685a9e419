/** The gateway's side of the sandbox's bank. */
import type { Provider } from '../../../gateway/providers.ts';
import { demoProvider } from '../../demo-protocol.ts';
import type { ProviderSurroundings } from '../../registry.ts';
import { facts } from './facts.ts';

/** There only where the sandbox is. */
export function open({ sandbox }: ProviderSurroundings): Provider | undefined {
  return sandbox && demoProvider(facts.id, sandbox);
}
