/** For tests without payer authentication: no directory server, and no stored authentication. */

import { ThreeDsServer } from '../../src/adapters/three-ds-server/index.ts';
import type { PayerAuthenticationDependencies } from '../../src/core/gateway.ts';
import type { Authentications } from '../../src/core/ports/index.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';

const authentications: Authentications = {
  storeNumber: 0,
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
