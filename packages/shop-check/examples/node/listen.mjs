import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * @param {import('./shop.mjs').Shop} shop
 * @param {number} port 0 chooses one
 * @returns {import('node:http').Server}
 */
export function listen(shop, port) {
  const server = createServer(async (request, response) => {
    try {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      const { method = 'GET', headers } = request;
      const answer = await shop.handle({ method, url, headers, body: await text(request) });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
  return server.listen(port, '127.0.0.1');
}
