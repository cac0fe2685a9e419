/** The thread of `page-thread.ts`: renders and packs what it is given. */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from '../module-sources.ts';
import { type BuiltPages, renderPage } from './built-pages.ts';
import type { FromPageThread, PageQuestion, ToPageThread } from './page-messages.ts';
import { pageRenderer } from './page-renderer.ts';

/** A URL. */
const { data: built } = workerData as ThreadData<string>;
const pages = (await import(built)) as BuiltPages;
const renderer = pageRenderer(pages);

function send(message: FromPageThread, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}

function made(question: PageQuestion): Promise<Buffer> {
  switch (question.ask) {
    case 'RENDER':
      return renderer.render(question.order);
    case 'PACKED':
      return renderer.packed(question.order);
    case 'PACK':
      return renderer.pack(Buffer.from(question.html));
  }
}

/** What else is at an error may not be handed over. */
function plain(error: unknown): Error {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message), { stack });
}

parentPort?.on('message', ({ id, ...question }: ToPageThread) => {
  made(question).then(
    (page) => {
      // A small buffer is a part of one that others share, so its bytes are copied.
      const bytes = new Uint8Array(page);
      send({ is: 'MADE', id, bytes }, [bytes.buffer]);
    },
    (error: unknown) => send({ is: 'FAILED', id, error: plain(error) }),
  );
});

send({ is: 'READY', styles: renderer.styles });

/** Compiles what payers' pages need before the first payer waits for it: by `render`, without the adapter's handler. */
const problem = { kind: 'notFound', locale: 'en' } as const;
await renderPage(pages.render, '/problem/notFound', { problem: () => problem })
  .then((html) => renderer.pack(html))
  .catch(() => undefined);
// The adapter's handler listens for rejections and drops them. One outside a page is a fault: it ends the thread.
process.on('newListener', (event) => {
  if (event === 'unhandledRejection') {
    queueMicrotask(() => process.removeAllListeners(event));
  }
});
// Whoever ends the thread leaves it no time for that.
flushCompileCache();
