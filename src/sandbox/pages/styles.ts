/** The style sheet of the sandbox's pages: tokens and base of the hosted page, and the sandbox's own rules. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const FILES = [
  new URL('../../web/styles/tokens.css', import.meta.url),
  new URL('../../web/styles/base.css', import.meta.url),
  new URL('./frame.css', import.meta.url),
  new URL('./shop.css', import.meta.url),
  new URL('./shop-pay.css', import.meta.url),
  new URL('./provider.css', import.meta.url),
  new URL('./receiver.css', import.meta.url),
  new URL('./receiver-aside.css', import.meta.url),
  new URL('./acs.css', import.meta.url),
];

export const STYLES = FILES.map((file) => readFileSync(file, 'utf8')).join('\n');

export function addStyles(app: FastifyInstance): void {
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLES));
}
