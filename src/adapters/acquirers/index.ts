/** The acquirer protocols of this program, one folder and one line each. A URL's scheme chooses the protocol. */
import { iso8583 } from './iso8583/index.ts';
import type { AcquirerProtocol } from './protocol.ts';

export { DEFAULT_ACQUIRER } from '../../core/ports/index.ts';
export { acquirerAddress, hasScheme } from './acquirer-address.ts';
export type { LinkTimes } from './link-limits.ts';
export { closeAcquirers, type OpenAcquirers, openAcquirers } from './open-acquirers.ts';
export { isWithinReach, type PlaintextReach } from './plaintext-reach.ts';
export type { AcquirerProtocol } from './protocol.ts';
export { type TriedTarget, tryConnection } from './try-connection.ts';

export const PROTOCOLS: readonly AcquirerProtocol[] = [iso8583];
