/** Adds the ACS's pages and the control calls to the sandbox's own port. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addAcsPages } from './acs/pages/page-routes.ts';
import { addThreeDSControl } from './control.ts';
import type { ThreeDS } from './three-ds.ts';

export function addThreeDS(app: FastifyInstance, threeDS: ThreeDS): void {
  addAcsPages(app, threeDS);
  addThreeDSControl(app, threeDS);
  app.addHook('onListen', async () => {
    const { port } = app.server.address() as AddressInfo;
    // Payers' links use the IP address, so that browsers treat the pages as another site than the gateway, as in
    // production.
    threeDS.listensAt({ pages: `http://127.0.0.1:${port}` });
  });
}
