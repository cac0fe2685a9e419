/**
 * The built pages behind a small server: each rendered with the test's data, the gateway's content policy on every
 * document, the files of the build, and a status page's events. Posted forms are recorded for the test.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { encodingFor } from '../../../src/http/answers/encodings.ts';
import { framing, HTML } from '../../../src/http/answers/page-headers.ts';
import { builtFile } from '../../../src/web/built-file.ts';
import { type BuiltPages, renderPage } from '../../../src/web/rendering/built-pages.ts';
import { pagePacker } from '../../../src/web/rendering/packed-page.ts';
import { kept } from '../../support/kept.ts';
import { type AnyPage, builtPage } from './any-page.ts';
import { ACS_ORIGIN } from './authentications.ts';
import { EVENTS_ADDRESS } from './payment-timelines.ts';

const contentSecurityPolicy = (styles: readonly string[]) =>
  `default-src 'none'; script-src 'self'; style-src ${styles.map(hashOf).join(' ')}; ` +
  "img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', svg: 'image/svg+xml' };

/** The gateway's header: a browser requests each of them once. */
const ASSETS_KEPT = 'public, max-age=31536000, immutable';

const dist = builtFile('.');

export interface Preview {
  readonly origin: string;
  /** Bodies of the POSTs, in order. */
  readonly posts: { readonly url: string; readonly body: URLSearchParams }[];
  /** Sets the model of the next documents, at every address except files. */
  show(page: AnyPage): void;
  /** The number of documents requested since the start. */
  readonly documents: number;
  /** The number of pages that listen at this moment. */
  readonly listeners: number;
  /** Notifies every listening page of a change. */
  notify(): void;
  /** Whether events are available; without them a request gets 503. */
  hear(hearing: boolean): void;
  /** Holds back the answers to POSTs until it is called again with false. */
  hold(holding: boolean): void;
  close(): Promise<void>;
}

/** @throws if the pages were not built (`npm run build`) */
export async function startPreview(): Promise<Preview> {
  const { render, styles } = (await import(new URL('server/entry.mjs', dist).href)) as BuiltPages;
  const policy = contentSecurityPolicy(styles.payer);
  const pack = pagePacker(styles.payer);
  const posts: Preview['posts'] = [];
  let shown: AnyPage | undefined;
  let release = (): void => {};
  let held = Promise.resolve();
  let documents = 0;
  let hearing = true;
  const listeners = new Set<ServerResponse>();

  const server = createServer(async (request, response) => {
    const url = request.url ?? '/';
    if (await sendFile(url, response)) {
      return;
    }
    if (url.startsWith(BANK)) {
      return void response.setHeader('content-type', HTML).end(BANK_PAGE);
    }
    if (url === EVENTS_ADDRESS) {
      if (!hearing) {
        return void response.writeHead(503).end();
      }
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders();
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      return;
    }
    const isByScript = request.headers.accept?.includes('text/uri-list') === true;
    documents += isByScript ? 0 : 1;
    if (request.method === 'POST') {
      posts.push({ url, body: new URLSearchParams(await textOf(request)) });
      await held;
    }
    if (isByScript) {
      return void response.setHeader('content-type', 'text/uri-list').end(url);
    }
    if (shown === undefined) {
      return void response.writeHead(404).end();
    }
    const own = ofBank(shown, bank);
    const framed = own === undefined ? {} : framing({ 'Content-Security-Policy': policy }, bank);
    response.setHeaders(new Map(Object.entries({ 'Content-Security-Policy': policy, ...framed })));
    response.setHeader('referrer-policy', 'same-origin');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-type', HTML);
    const html = await renderPage(render, builtPage(own ?? shown));
    const takesPacked = encodingFor(request.headers['accept-encoding'], ['gzip']) !== undefined;
    if (takesPacked) {
      response.setHeader('content-encoding', 'gzip');
    }
    response.end(takesPacked ? pack(html) : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Another origin by its host, on the same server.
  const bank = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    show(page) {
      shown = page;
    },
    get documents() {
      return documents;
    },
    get listeners() {
      return listeners.size;
    },
    notify() {
      for (const listener of listeners) {
        listener.write('data: {}\n\n');
      }
    },
    hear(open) {
      hearing = open;
    },
    hold(holding) {
      release();
      if (holding) {
        held = new Promise((resolve) => (release = resolve));
      }
    },
    close() {
      release();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The address of the bank's pages. */
const BANK = '/bank/';
const BANK_PAGE = '<!doctype html><html lang="en"><title>Bank</title><h1>Your bank</h1><input aria-label="Code">';

/** A page with a frame of the bank, with the preview as the bank. @returns undefined for another page */
function ofBank(page: AnyPage, bank: string): AnyPage | undefined {
  const here = (url: string) => url.replace(`${ACS_ORIGIN}/`, bank + BANK);
  if (page.kind === 'challenge') {
    return { ...page, acsUrl: here(page.acsUrl) };
  }
  return page.kind === 'askingBank' && page.method
    ? { ...page, method: { ...page.method, url: here(page.method.url) } }
    : undefined;
}

/** The one preview of this worker. Each test sets its model, events and delays. */
export const keptPreview = kept(startPreview);

/** Cached: compression is the most expensive part of an answer. */
const compressed = new Map<string, Buffer>();

async function sendFile(url: string, response: ServerResponse): Promise<boolean> {
  if (!/^\/(_astro\/[\w.-]+|favicon\.svg)$/.test(url)) {
    return false;
  }
  const body = compressed.get(url) ?? brotliCompressSync(await readFile(new URL(`client${url}`, dist)));
  compressed.set(url, body);
  const type = TYPES[url.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const headers = { 'content-type': type, 'content-encoding': 'br', 'content-length': body.length };
  response.writeHead(200, { ...headers, 'cache-control': ASSETS_KEPT }).end(body);
  return true;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
  }
  return text;
}
