/** The gateway's adapter for the sandbox's wallet. */
import { demoProvider } from '../demo/demo-protocol.ts';
import type { OpenProvider } from '../provider-environment.ts';

/** The provider is available only in the sandbox. */
export const open: OpenProvider = ({ sandbox }) => sandbox && demoProvider('demoWallet', sandbox);
