/** A fastify server that only redirects, to one address. */
import Fastify from 'fastify';
import { listening } from './server-side.ts';

const app = Fastify({ logger: false });
app.get('/', async (_request, reply) => reply.status(303).headers({ Location: 'https://shop.example/' }).send());
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
listening(typeof address === 'object' && address !== null ? address.port : 0);
