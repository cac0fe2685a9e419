/**
 * The PSP's routes on the sandbox's own port: its interface, without TLS for callers without a certificate, pages and
 * control.
 */
import type { FastifyInstance } from 'fastify';
import { addPspControl } from './control.ts';
import { addPspPages } from './pages/page-routes.ts';
import type { Psp } from './psp.ts';
import { addPspServer } from './server.ts';

export function addPix(app: FastifyInstance, psp: Psp): void {
  addPspServer(app, psp);
  addPspPages(app, psp);
  addPspControl(app, psp);
}
