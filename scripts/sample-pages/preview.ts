/** The server of `astro preview`: the built pages with sample data, and their files. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CreatePreviewServer } from 'astro';
import { HTML } from '../../src/http/answers/page-headers.ts';
import { builtFile } from '../../src/web/built-file.ts';
import { type BuiltPages, renderPage } from '../../src/web/rendering/built-pages.ts';
import { answerToForm, listOfSamples, sampleAt } from './samples.ts';

const FILE = /^\/(?:_astro\/[\w.-]+\.js|favicon\.svg)$/;

const createPreviewServer: CreatePreviewServer = async ({ host, port, logger }) => {
  const { render } = (await import(builtFile('server/entry.mjs').href)) as BuiltPages;

  async function answer(url: URL, response: ServerResponse): Promise<void> {
    if (FILE.test(url.pathname)) {
      const type = url.pathname.endsWith('.js') ? 'text/javascript' : 'image/svg+xml';
      return void response.setHeader('content-type', type).end(await readFile(builtFile(`client${url.pathname}`)));
    }
    const sample = sampleAt(url);
    const html = sample === undefined ? listOfSamples() : await renderPage(render, sample);
    response.setHeader('content-type', HTML).end(html);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://preview');
    if (request.method !== 'GET') {
      return void sendBack(request, response);
    }
    answer(url, response).catch((error: unknown) => {
      logger.error(String(error));
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  logger.info(`Pages with sample data: http://localhost:${address.port}/`);
  const closed = new Promise<void>((resolve, reject) => {
    server.once('close', resolve).once('error', reject);
  });
  return {
    host,
    port: address.port,
    closed: () => closed,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await closed;
    },
  };
};

async function sendBack({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = answerToForm((name) => headers[name]);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

export default createPreviewServer;
