/** The thread that renders pages, as the build made them and as a module of the test's. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { builtFile } from '../../../src/web/built-file.ts';
import { answerPage, type BuiltPages, renderPage } from '../../../src/web/rendering/built-pages.ts';
import { pageRenderer } from '../../../src/web/rendering/page-renderer.ts';
import { type PageThread, startPageThread } from '../../../src/web/rendering/page-thread.ts';
import type { PayerPageOrder, ProblemPage } from '../../../src/web/views/index.ts';
import { AT_LENGTH } from '../../support/at-length.ts';

const BUILT = builtFile('server/entry.mjs').href;
const KINDS = ['notFound', 'busy', 'error', 'refused', 'unknownReturn'] as const;

const problem = (kind: ProblemPage['kind'], locale = 'en'): PayerPageOrder => ({
  address: `/problem/${kind}`,
  page: 'problem',
  id: kind,
  data: { kind, locale },
});

describe('the thread of the built pages', () => {
  const thread = startPageThread(BUILT);
  afterAll(() => thread.close());

  it('renders the same bytes as the main thread', async () => {
    const here = pageRenderer((await import(BUILT)) as BuiltPages);
    const there = await thread.renderer();
    expect(there.styles).toEqual(here.styles);
    for (const order of [problem('notFound'), problem('busy', 'el')]) {
      const html = await here.render(order);
      expect(await there.render(order)).toEqual(html);
      expect(gunzipSync(await there.packed(order))).toEqual(html);
      expect(gunzipSync(await there.pack(html))).toEqual(html);
    }
  });

  it('answers through the adapter’s handler the same bytes as a rendering without it', async () => {
    const built = (await import(BUILT)) as BuiltPages;
    for (const order of [problem('error', 'de'), problem('refused', 'ar')]) {
      const rendered = await renderPage(built.render, order);
      expect(await answerPage(built.answer, order)).toEqual(rendered);
    }
  });

  it('gives each of many concurrent requests its own page', async () => {
    const renderer = await thread.renderer();
    const orders = ['en', 'de', 'el', 'ja', 'he'].flatMap((locale) => KINDS.map((kind) => problem(kind, locale)));
    const alone: string[] = [];
    for (const order of orders) {
      alone.push((await renderer.render(order)).toString());
    }
    const packed = await Promise.all(orders.map((order) => renderer.packed(order)));
    expect(packed.map((page) => gunzipSync(page).toString())).toEqual(alone);
    expect(new Set(alone).size).toBe(orders.length);
  });

  it('reports a missing page, and renders the next one', async () => {
    const renderer = await thread.renderer();
    const missing = { ...problem('notFound'), address: '/nowhere/at/all' };
    await expect(renderer.packed(missing)).rejects.toThrow(
      'The page at /nowhere/at/… could not be rendered: status 404.',
    );
    await expect(renderer.render({ ...problem('busy'), id: 'error' })).rejects.toThrow('status 500');
    const ofAnother = { address: '/docs/errors', docs: 'start', data: {} } as const;
    await expect(renderer.render(ofAnother)).rejects.toThrow('status 500');
    expect((await renderer.packed(problem('busy'))).length).toBeGreaterThan(0);
  });
});

/** The adapter's handler over the module's own `render`. */
const ANSWER = `export const answer = async (path, locals) => {
  const response = await render(new Request('http://pages.internal' + path), locals);
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
};`;

describe('with harmful pages, a rendering thread', () => {
  let thread: PageThread | undefined;
  afterEach(() => thread?.close());

  function started(pages: string, silenceMsMax?: number): PageThread {
    const file = join(mkdtempSync(join(tmpdir(), 'pages-')), 'entry.mjs');
    writeFileSync(file, `export const styles = { docs: [], payer: [] };\n${ANSWER}\n${pages}`);
    thread = startPageThread(pathToFileURL(file).href, silenceMsMax);
    return thread;
  }

  const html = (page: Promise<Buffer>) => page.then(String);

  it('answers a waiting caller with an error when it ends, and another thread renders the next page', async () => {
    const { renderer } = started(`export const render = ({ url }) =>
      url.endsWith('/error') ? process.exit(7) : new Promise((shown) => setTimeout(shown, 200, new Response(url)));`);
    const before = await renderer();
    const waiting = [before.render(problem('busy')), before.render(problem('error'))];
    const ended = 'The thread that renders pages has ended.';
    expect(await Promise.allSettled(waiting)).toEqual([
      expect.objectContaining({ reason: expect.objectContaining({ message: ended }) }),
      expect.objectContaining({ reason: expect.objectContaining({ message: ended }) }),
    ]);
    await expect(before.render(problem('busy'))).rejects.toThrow(ended);
    expect(await html((await renderer()).render(problem('busy')))).toContain('/problem/busy');
  });

  it('is abandoned on a page that never ends, and another thread renders the next page', async () => {
    const { renderer } = started(
      `export const render = async ({ url }) => { if (url.endsWith('/error')) while (true) {} return new Response(url); };`,
      3_000,
    );
    await expect((await renderer()).render(problem('error'))).rejects.toThrow('took too long');
    expect(await html((await renderer()).render(problem('busy')))).toContain('/problem/busy');
  });

  it('is not ended while it is idle', AT_LENGTH, async () => {
    const { renderer } = started('export const render = async ({ url }) => new Response(url);', 2_000);
    const before = await renderer();
    await new Promise((later) => setTimeout(later, 4_000));
    expect(await html(before.render(problem('busy')))).toContain('/problem/busy');
  });

  it('reports pages that cannot be loaded, with the reason', async () => {
    const { renderer } = started('throw new Error("no such chunk");');
    await expect(renderer()).rejects.toThrow('The pages could not be loaded: no such chunk');
  });

  it('is abandoned on pages that never load', AT_LENGTH, async () => {
    const { renderer } = started('setInterval(() => undefined, 1_000); await new Promise(() => undefined);', 2_000);
    await expect(renderer()).rejects.toThrow('The pages took too long, and their thread was ended.');
  });

  it('has no access to the process’s settings', AT_LENGTH, async () => {
    process.env.TURNPIKE_KEYS_OF_TEST = 'secret';
    const { renderer } = started(
      'export const render = async () => new Response(JSON.stringify([process.env, process.execArgv]));',
    );
    const [env, options] = JSON.parse(await html((await renderer()).render(problem('busy'))));
    delete process.env.TURNPIKE_KEYS_OF_TEST;
    expect(Object.keys(env).filter((name) => name !== 'NODE_COMPILE_CACHE')).toEqual([]);
    expect(options).toEqual([]);
  });

  it('renders no further page once it is closed', async () => {
    const one = started('export const render = async ({ url }) => new Response(url);');
    const renderer = await one.renderer();
    await one.close();
    await expect(renderer.render(problem('busy'))).rejects.toThrow('has ended');
    await expect((await one.renderer()).render(problem('busy'))).rejects.toThrow('has ended');
  });
});
