/** The acquirer protocols, each in its own folder. The scheme of an acquirer's URL selects the protocol. */
import { iso8583 } from './iso8583/index.ts';
import type { AcquirerProtocol } from './protocol.ts';

export { DEFAULT_ACQUIRER } from '../../core/ports/index.ts';
export { acquirerAddress, hasScheme } from './acquirer-address.ts';
export type { LinkTimes } from './link-limits.ts';
export { closeAcquirers, type OpenAcquirers, openAcquirers } from './open-acquirers.ts';
export { isWithinReach, type PlaintextReach } from './plaintext-reach.ts';
export type { AcquirerProtocol } from './protocol.ts';
export { traceAcquirers } from './traced-acquirer.ts';
export { type TriedTarget, tryConnection } from './try-connection.ts';

export const PROTOCOLS: readonly AcquirerProtocol[] = [iso8583];
