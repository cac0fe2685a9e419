/** A tab of Firefox, by WebDriver BiDi. */
import { vi } from 'vitest';
import { type DriverDocument, type DriverPage, documentBy, LOOK } from './driver-page.ts';
import type { Bidi } from './webdriver-bidi.ts';

interface Node {
  readonly sharedId: string;
}

/** A tab, or a frame in it. */
interface Context {
  readonly context: string;
  readonly url: string;
  readonly children: readonly Context[];
}

interface LogEntry {
  readonly level: string;
  readonly text: string | null;
  readonly source: { readonly context?: string };
}

/** @param userContext isolates its cookies from every other's */
export async function openPage(
  bidi: Bidi,
  userContext: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<DriverPage> {
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext });
  await bidi.send('browsingContext.setViewport', { context, viewport });
  const complaints: string[] = [];
  bidi.on<LogEntry>('log.entryAdded', ({ level, text, source }) => {
    if (source.context === context && (level === 'error' || level === 'warn')) {
      complaints.push(text ?? '');
    }
  });

  const tree = async () =>
    (await bidi.send<{ contexts: readonly [Context] }>('browsingContext.getTree', { root: context })).contexts[0];

  return {
    ...documentIn(bidi, context),
    complaints,
    async goto(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async reload() {
      await bidi.send('browsingContext.reload', { context, wait: 'complete' });
    },
    async back() {
      await bidi.send('browsingContext.traverseHistory', { context, delta: -1 });
    },
    url: async () => (await tree()).url,
    frame: async () => documentIn(bidi, await vi.waitUntil(async () => (await tree()).children[0]?.context, LOOK)),
    async close() {
      await bidi.send('browsingContext.close', { context });
      await bidi.send('browser.removeUserContext', { userContext });
    },
  };
}

/** @param context of a tab or of a frame */
function documentIn(bidi: Bidi, context: string): DriverDocument {
  return documentBy<Node>({
    async call<T>(functionDeclaration: string, ...values: string[]) {
      const { result } = await bidi.send<{ result: { value: T } }>('script.callFunction', {
        functionDeclaration,
        arguments: values.map((value) => ({ type: 'string', value })),
        target: { context },
        awaitPromise: false,
      });
      return result.value;
    },
    perform: (...actions) => bidi.send('input.performActions', { context, actions }),
    originOf: ({ sharedId }) => ({ type: 'element', element: { sharedId } }),
  });
}
