/** The one style sheet of the sandbox's pages: the hosted page's tokens and base, and what is the sandbox's own. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const FILES = [
  '../../styles/tokens.css',
  '../../styles/base.css',
  './frame.css',
  './shop.css',
  './provider.css',
  './receiver.css',
  './acs.css',
];

export const STYLES = FILES.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n');

export function addStyles(app: FastifyInstance): void {
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLES));
}
