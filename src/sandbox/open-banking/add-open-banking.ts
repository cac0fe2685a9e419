/** The banks' routes on the sandbox's own port: pages and control. */
import type { FastifyInstance } from 'fastify';
import { onOrigin } from '../kit/http/listen.ts';
import { addBankControl } from './control.ts';
import type { OpenBanking } from './open-banking.ts';
import { addBankPages } from './pages/page-routes.ts';

export function addOpenBanking(app: FastifyInstance, banks: OpenBanking): void {
  addBankPages(app, banks);
  addBankControl(app, banks);
  onOrigin(app, (pages) => banks.listensAt({ pages }));
}
