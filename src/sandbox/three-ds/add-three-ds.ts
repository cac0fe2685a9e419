/** Adds the ACS's pages and the control calls to the sandbox's own port. */
import type { FastifyInstance } from 'fastify';
import { onOrigin } from '../kit/http/listen.ts';
import { addAcsPages } from './acs/pages/page-routes.ts';
import { addThreeDSControl } from './control.ts';
import type { ThreeDS } from './three-ds.ts';

export function addThreeDS(app: FastifyInstance, threeDS: ThreeDS): void {
  addAcsPages(app, threeDS);
  addThreeDSControl(app, threeDS);
  onOrigin(app, (pages) => threeDS.listensAt({ pages }));
}
