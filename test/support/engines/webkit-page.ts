/** A tab of WebKit, by classic WebDriver. */
import { vi } from 'vitest';
import { type DriverDocument, type DriverPage, documentBy, LOOK } from './driver-page.ts';
import type { Classic, Send } from './webdriver-classic.ts';

/** The member of the protocol's reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Node = Readonly<Record<typeof ELEMENT, string>>;

/**
 * Runs a function in the page. The driver reports neither errors of scripts nor violations of the content policy, so
 * the page keeps them from the first command in a document on; violations before that are reported too.
 */
const script = (functionText: string) => `
  const heard = window.turnpikeHeard ??= (() => {
    const all = [];
    addEventListener('error', ({ message }) => all.push(message));
    addEventListener('unhandledrejection', ({ reason }) => all.push(String(reason)));
    new ReportingObserver((reports) => all.push(...reports.map(({ body }) => JSON.stringify(body))),
      { types: ['csp-violation'], buffered: true }).observe();
    return all;
  })();
  return { value: (${functionText})(...arguments), heard: heard.splice(0) };`;

interface Ran<T> {
  readonly value: T;
  readonly heard: readonly string[];
}

/** @param stop ends the payer's browser */
export function openPage(classic: Classic, stop: () => Promise<void>): DriverPage {
  const { send } = classic;
  const complaints: string[] = [];
  const inTab = documentIn(classic, complaints, (command) => command('POST', '/frame', { id: null }));
  const inFrame = documentIn(classic, complaints, enterFrame);
  return {
    ...inTab,
    complaints,
    async goto(url) {
      await send('POST', '/url', { url });
    },
    async reload() {
      await send('POST', '/refresh', {});
    },
    async back() {
      await send('POST', '/back', {});
    },
    url: () => send('GET', '/url'),
    async frame() {
      await vi.waitUntil(() => inTab.evaluate('() => document.querySelector("iframe") !== null'), LOOK);
      return inFrame;
    },
    async close() {
      await send('DELETE', '').catch(() => undefined);
      await stop();
    },
  };
}

async function enterFrame(send: Send): Promise<void> {
  await send('POST', '/frame', { id: null });
  const id = await send('POST', '/element', { using: 'css selector', value: 'iframe' });
  await send('POST', '/frame', { id });
}

/** @param enter chooses the document for the next commands */
function documentIn(
  { together }: Classic,
  complaints: string[],
  enter: (send: Send) => Promise<unknown>,
): DriverDocument {
  const inside = <T>(command: (send: Send) => Promise<T>) =>
    together(async (send) => {
      await enter(send);
      return command(send);
    });
  return documentBy<Node>({
    async call<T>(functionText: string, ...args: string[]) {
      const { value, heard } = await inside((send) =>
        send<Ran<T>>('POST', '/execute/sync', { script: script(functionText), args }),
      );
      complaints.push(...heard);
      return value;
    },
    perform: (...actions) => inside((send) => send('POST', '/actions', { actions })),
    originOf: (node) => node,
  });
}
