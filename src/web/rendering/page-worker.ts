/** The worker of `page-thread.ts`: renders and compresses pages on request. */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from '../../platform/module-sources.ts';
import { nameSourcesInStacks } from '../../platform/source-positions.ts';
import { type BuiltPages, renderPage } from './built-pages.ts';
import type { FromPageThread, PageQuestion, ToPageThread } from './page-messages.ts';
import { pageRenderer } from './page-renderer.ts';
import { pageTemplate } from './templates/page-template.ts';

nameSourcesInStacks();
/** The URL of the built entry. */
const { data: built } = workerData as ThreadData<string>;
const pages = (await import(built)) as BuiltPages;
const renderer = pageRenderer(pages);

function send(message: FromPageThread, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}

/** Sends the answer. @throws Error when the page fails */
async function reply(id: number, question: PageQuestion): Promise<void> {
  switch (question.ask) {
    case 'RENDER':
      return sendPage(id, await renderer.render(question.order));
    case 'PACKED':
      return sendPage(id, await renderer.packed(question.order));
    case 'PACK':
      return sendPage(id, await renderer.pack(Buffer.from(question.html)));
    case 'TEMPLATE':
      return send({ is: 'COMPILED', id, template: await pageTemplate(question.request, renderer.render) });
  }
}

function sendPage(id: number, page: Buffer): void {
  // Copies the bytes, since a small Buffer is a view of a pool that other buffers share.
  const bytes = new Uint8Array(page);
  send({ is: 'MADE', id, bytes }, [bytes.buffer]);
}

/** An error with only message and stack, since other properties may not be cloneable. */
function cloneableError(error: unknown): Error {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message), { stack });
}

parentPort?.on('message', ({ id, ...question }: ToPageThread) => {
  reply(id, question).catch((error: unknown) => send({ is: 'FAILED', id, error: cloneableError(error) }));
});

send({ is: 'READY', styles: renderer.styles });

/**
 * Renders one page to compile the code before the first payer waits for it. Uses `render`, without the adapter's
 * handler.
 */
const problem = { kind: 'notFound', locale: 'en' } as const;
await renderPage(pages.render, { address: '/problem/notFound', page: 'problem', id: 'notFound', data: problem })
  .then((html) => renderer.pack(html))
  .catch(() => undefined);
// The adapter's handler listens for rejections and drops them. A rejection outside of a page is a fault, and must end
// the thread.
process.on('newListener', (event) => {
  if (event === 'unhandledRejection') {
    queueMicrotask(() => process.removeAllListeners(event));
  }
});
// Flushed now, since the thread may be terminated without notice.
flushCompileCache();
