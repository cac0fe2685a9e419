/** A fastify server of one page. Its command-line argument is a file with the page's headers and body. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { listening } from './server-side.ts';

export interface ConstantPage {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in Base64, since it may be compressed. */
  readonly body: string;
}

const page = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as ConstantPage;
const bytes = Buffer.from(page.body, 'base64');
const body = page.headers['content-encoding'] === undefined ? bytes.toString('utf8') : bytes;

const app = Fastify({ logger: false });
app.get(page.path, async (_request, reply) => reply.headers(page.headers).send(body));
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
listening(typeof address === 'object' && address !== null ? address.port : 0);
