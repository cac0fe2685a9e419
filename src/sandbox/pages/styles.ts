/** The style sheet of the sandbox's pages: tokens and base of the hosted page, and the sandbox's own rules. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const FILES = [
  '../../web/styles/tokens.css',
  '../../web/styles/base.css',
  './frame.css',
  './shop.css',
  './shop-pay.css',
  './provider.css',
  './receiver.css',
  './receiver-aside.css',
  './acs.css',
];

export const STYLES = FILES.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n');

export function addStyles(app: FastifyInstance): void {
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLES));
}
