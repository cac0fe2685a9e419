/** Reads stored payer authentications in a command, without directory servers. */
import { ThreeDsServer } from '../adapters/three-ds-server/index.ts';
import { NO_LOG } from './no-log.ts';

export const storedAuthenticator = (): ThreeDsServer => new ThreeDsServer({ servers: [], log: NO_LOG });
