import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorsPage } from '../../src/docs/docs-pages.ts';
import { mountDocs } from '../../src/http/docs-adapter.ts';
import type { AstroHandler } from '../../src/http/page-renderer.ts';
import { renderedView } from '../../src/http/rendered.ts';

/** Astro's handler as far as a page of the reference meets it: writes in pieces, and ends. */
const writing =
  (...pieces: readonly string[]): AstroHandler =>
  async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    for (const piece of pieces) {
      response.write(Buffer.from(piece));
    }
    response.end();
  };

describe('a rendered view', () => {
  it('is all that was written, asked for under its own address', async () => {
    const urls: (string | undefined)[] = [];
    const handler: AstroHandler = (request, ...rest) => {
      urls.push(request.url);
      return writing('<h1>', 'Fehlertexte: ü', '</h1>')(request, ...rest);
    };
    expect((await renderedView(handler, 'docs/errors', { docs: errorsPage() })).toString()).toBe(
      '<h1>Fehlertexte: ü</h1>',
    );
    expect(urls).toEqual(['/view/docs/errors']);
  });

  it.each<[string, AstroHandler]>([
    ['is not there', async (_request, _response, next) => next()],
    [
      'cannot be begun',
      async (_request, response) => {
        response.statusCode = 500;
        response.end('Internal Server Error');
      },
    ],
    [
      'breaks half way',
      async (_request, response) => {
        response.writeHead(200);
        response.write('<h1>');
        response.write('Internal server error', () => response.destroy());
      },
    ],
  ])('that %s is an error, and no page', async (_what, handler) => {
    await expect(renderedView(handler, 'docs/errors', { docs: errorsPage() })).rejects.toThrow("'docs/errors'");
  });
});

describe('what is kept', () => {
  let app: FastifyInstance;
  let rendered = 0;
  let broken = false;

  beforeEach(async () => {
    rendered = 0;
    broken = false;
    app = Fastify();
    const handler: AstroHandler = async (request, response, ...rest) => {
      rendered += 1;
      if (broken) {
        throw new Error('broken');
      }
      await writing(`page ${rendered}`)(request, response, ...rest);
    };
    mountDocs(app, { astro: async () => handler, publicOrigin: 'https://pay.example' });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => app.close());

  const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'identity' } });

  it('a page is rendered once for all who ask, at the same time or later', async () => {
    const answers = await Promise.all([get('/docs/errors'), get('/docs/errors')]);
    expect([...answers, await get('/docs/errors')].map(({ body }) => body)).toEqual(['page 1', 'page 1', 'page 1']);
  });

  it('a page that failed is tried again', async () => {
    broken = true;
    expect((await get('/docs')).statusCode).toBe(500);
    broken = false;
    expect((await get('/docs')).body).toBe('page 2');
  });

  it('answers to questions are not kept, however many there are', async () => {
    await get('/docs/search?q=a');
    await get('/docs/search?q=a');
    await get('/docs/changes?operation=PAY&from=20&to=30');
    await get('/docs/changes?operation=PAY&from=20&to=30');
    expect(rendered).toBe(4);
  });

  it('a flood of questions is turned away, and leaves the kept pages in reach', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => get(`/docs/search?q=${index}`)));
    const turnedAway = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(turnedAway.length).toBeGreaterThan(0);
    expect(turnedAway.length).toBeLessThan(answers.length);
    expect((await get('/docs/errors')).statusCode).toBe(200);
  });
});
