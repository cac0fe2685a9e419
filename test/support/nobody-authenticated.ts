/** For tests in which nobody is authenticated: no directory server, and nothing stored. */
import type { PayerAuthenticationDependencies } from '../../src/gateway/gateway.ts';
import type { Authentications } from '../../src/gateway/ports/index.ts';
import { ThreeDsServer } from '../../src/payer-authentication/index.ts';
import { memoryLog } from '../acquirers/fixtures.ts';

const authentications: Authentications = {
  newKey() {
    throw new Error('Nobody is authenticated here.');
  },
  find: async () => undefined,
  findByServerId: async () => undefined,
  findByKey: async () => undefined,
  ofOrder: async () => [],
  begin: async () => false,
  change: async () => false,
  due: async () => [],
  overdue: async () => [],
};

export const NOBODY_AUTHENTICATED: PayerAuthenticationDependencies = {
  authenticator: new ThreeDsServer({ servers: [], log: memoryLog() }),
  authentications,
  schemes: new Set(),
};
