/** The banks' routes on the sandbox's own port: pages and control. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addBankControl } from './control.ts';
import type { OpenBanking } from './open-banking.ts';
import { addBankPages } from './pages/page-routes.ts';

export function addOpenBanking(app: FastifyInstance, banks: OpenBanking): void {
  addBankPages(app, banks);
  addBankControl(app, banks);
  app.addHook('onListen', async () => {
    const { port } = app.server.address() as AddressInfo;
    // Payers' links use the IP address, so that browsers treat the pages as another site than the gateway, as in
    // production.
    banks.listensAt({ pages: `http://127.0.0.1:${port}` });
  });
}
