/**
 * The build's entry. Payers' pages are rendered by `render`, without Node's request and response. The other pages go
 * through the handler of Astro's adapter, which is loaded on first use.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createApp } from 'astro/app/entrypoint';
import { loadOnce } from './load-once.ts';

type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
  locals?: object,
) => Promise<void> | void;

interface RenderedResponse {
  readonly status: number;
  readonly body: Buffer;
}

const app = createApp({ streaming: false });

// Astro imports a page's module anew for each request. Node returns the cached module, but only after some work.
for (const [component, load] of app.manifest.pageMap ?? []) {
  app.manifest.pageMap?.set(component, loadOnce(load));
}

const nodeServer = () => import('@astrojs/node/server.js');

/** The adapter's handler, in its middleware mode. */
export const handler: RequestHandler = async (...received) => (await nodeServer()).handler(...received);

/** Calls the adapter's handler with a simulated request and response, without a socket. */
export async function answer(path: string, locals: App.Locals): Promise<RenderedResponse> {
  const { default: inject } = await import('light-my-request');
  const { statusCode, rawPayload } = await inject(
    (request, response) => void handler(request as IncomingMessage, response as ServerResponse, undefined, locals),
    { method: 'GET', url: path },
  );
  return { status: statusCode, body: rawPayload };
}

/**
 * @param request a request whose path names the page
 * @param locals the page's data
 */
export const render = (request: Request, locals: App.Locals): Promise<Response> => app.render(request, { locals });

const CONSOLE = /^\/console(?:\/|$)/;
const DOCS = /^\/docs(?:\/|$)/;

/** The inline styles of the built pages, verbatim: those of the console, of the reference, and of payers' pages. */
export const styles = {
  console: stylesOf((route) => CONSOLE.test(route)),
  docs: stylesOf((route) => DOCS.test(route)),
  payer: stylesOf((route) => !CONSOLE.test(route) && !DOCS.test(route)),
};

function stylesOf(isMeant: (route: string) => boolean): readonly string[] {
  const routes = app.manifest.routes.filter(({ routeData }) => isMeant(routeData.route));
  const found = routes.flatMap((route) =>
    route.styles.flatMap((style) => (style.type === 'inline' ? [style.content] : [])),
  );
  return [...new Set(found)];
}
