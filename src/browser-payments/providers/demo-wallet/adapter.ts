/** The gateway's adapter for the sandbox's wallet. */
import type { Provider } from '../../../gateway/ports/index.ts';
import { demoProvider } from '../../demo-protocol.ts';
import type { ProviderEnvironment } from '../../registry.ts';
import { facts } from './facts.ts';

/** Available only with the sandbox. */
export function open({ sandbox }: ProviderEnvironment): Provider | undefined {
  return sandbox && demoProvider(facts.id, sandbox);
}
