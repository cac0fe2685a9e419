import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorsPage } from '../../../src/api/reference/docs-pages.ts';
import { mountDocs } from '../../../src/http/endpoints/docs-adapter.ts';
import { type RenderPage, renderPage } from '../../../src/web/rendering/built-pages.ts';
import { pageRenderer } from '../../../src/web/rendering/page-renderer.ts';
import { answerOver } from '../../support/answer-over.ts';

const showing =
  (html: string, status = 200): RenderPage =>
  async () =>
    new Response(html, { status });
const ofErrors = { address: '/docs/errors', docs: 'errors', data: errorsPage() } as const;

describe('a rendered page', () => {
  it('has everything that was written, requested under its own address', async () => {
    const paths: string[] = [];
    const render: RenderPage = (request, locals) => {
      paths.push(new URL(request.url).pathname);
      return showing('<h1>Fehlertexte: ü</h1>')(request, locals);
    };
    expect((await renderPage(render, ofErrors)).toString()).toBe('<h1>Fehlertexte: ü</h1>');
    expect(paths).toEqual(['/docs/errors']);
  });

  it.each<[string, RenderPage]>([
    ['is not there', async () => new Response(null, { status: 404 })],
    ['fails', showing('Internal Server Error', 500)],
  ])('that %s is an error, and no page', async (_what, render) => {
    await expect(renderPage(render, ofErrors)).rejects.toThrow();
  });
});

describe('the page cache', () => {
  let app: FastifyInstance;
  let rendered = 0;
  let broken = false;

  beforeEach(async () => {
    rendered = 0;
    broken = false;
    app = Fastify();
    const render: RenderPage = async (request, locals) => {
      rendered += 1;
      return showing(`page ${rendered}`, broken ? 500 : 200)(request, locals);
    };
    mountDocs(app, {
      renderer: async () =>
        pageRenderer({ render, answer: answerOver(render), styles: { console: [], docs: [], payer: [] } }),
      guides: gzipSync('[]'),
      publicOrigin: 'https://pay.example',
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => app.close());

  const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'identity' } });

  it('renders a page once for all requests, concurrent or later', async () => {
    const answers = await Promise.all([get('/docs/errors'), get('/docs/errors')]);
    expect([...answers, await get('/docs/errors')].map(({ body }) => body)).toEqual(['page 1', 'page 1', 'page 1']);
  });

  it('retries a page that failed', async () => {
    broken = true;
    expect((await get('/docs')).statusCode).toBe(500);
    broken = false;
    expect((await get('/docs')).body).toBe('page 2');
  });

  it('does not store searches, for any number of them', async () => {
    await get('/docs/search?q=a');
    await get('/docs/search?q=a');
    await get('/docs/changes?operation=PAY&from=20&to=30');
    await get('/docs/changes?operation=PAY&from=20&to=30');
    expect(rendered).toBe(4);
  });

  it('rejects a flood of searches, and keeps serving the stored pages', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => get(`/docs/search?q=${index}`)));
    const turnedAway = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(turnedAway.length).toBeGreaterThan(0);
    expect(turnedAway.length).toBeLessThan(answers.length);
    expect((await get('/docs/errors')).statusCode).toBe(200);
  });
});
