/**
 * A tab of Firefox operated as by a payer. Elements are found by role and name, pressed as by a mouse, and typed into
 * as by a keyboard.
 */
import { vi } from 'vitest';
import { type Bidi, BidiError } from './webdriver-bidi.ts';

/** Usually within milliseconds; on a busy machine it has taken more than ten seconds. */
const LOOK = { timeout: 30_000, interval: 50 };

/** The errors for an element or a document that has just been replaced. */
const REPLACED = new Set([
  'no such element',
  'no such node',
  'no such frame',
  'stale element reference',
  'move target out of bounds',
  'unknown error',
]);

/** Firefox's own look-up by role and name takes half a second each time. */
const SELECTORS = { heading: 'h1, h2, h3', button: 'button', link: 'a[href]', textbox: 'input', summary: 'summary' };

/**
 * Runs in the page: the visible elements with this name. Empty while the page is loading, since its styles would move
 * the target.
 */
const FIND = `(selector, name) => document.readyState !== 'complete' ? [] :
  [...document.querySelectorAll(selector)].filter((one) =>
    one.checkVisibility() && (one.ariaLabel ?? (one.labels?.[0] ?? one).textContent).trim().replace(/\\s+/g, ' ') === name)`;

/** The key in the protocol's encoding. */
const CONTROL = '\uE009';

type Role = keyof typeof SELECTORS;

/** A payer's actions on a document: that of the tab, or of a frame in it. */
export interface FirefoxDocument {
  /** Waits until exactly one such element is visible. @param name the whole of it */
  see(role: Role, name: string): Promise<void>;
  count(role: Role, name: string): Promise<number>;
  /** @param times number of presses, as fast as possible */
  press(role: Role, name: string, times?: number): Promise<void>;
  /** Replaces the contents of the input. */
  fill(name: string, value: string): Promise<void>;
  /** Runs in the page, even if its own scripts may not. @param read a function's text, without parameters */
  evaluate(read: string): Promise<unknown>;
  /** The visible text of the page, with whitespace collapsed. */
  text(): Promise<string>;
}

export interface FirefoxPage extends FirefoxDocument {
  /** Errors and warnings of scripts. */
  readonly complaints: readonly string[];
  /** Resolves when the page is loaded, after all redirects. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  url(): Promise<string>;
  /** Waits until the page has a frame. @returns its document, even after a redirect to another site */
  frame(): Promise<FirefoxDocument>;
  close(): Promise<void>;
}

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
): Promise<FirefoxPage> {
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
function documentIn(bidi: Bidi, context: string): FirefoxDocument {
  async function call<T>(functionDeclaration: string, ...values: string[]): Promise<T> {
    const { result } = await bidi.send<{ result: { value: T } }>('script.callFunction', {
      functionDeclaration,
      arguments: values.map((value) => ({ type: 'string', value })),
      target: { context },
      awaitPromise: false,
    });
    return result.value;
  }
  const find = (role: Role, name: string) => call<readonly Node[]>(FIND, SELECTORS[role], name);
  /** The first presses may navigate away, so that later ones find no element: that ends them. */
  async function pressFast(node: Node, times: number, isThere: () => Promise<boolean>): Promise<void> {
    try {
      await pressNode(node, times);
    } catch (error) {
      if (times === 1 || falseIfReplaced(error) || (await isThere())) {
        throw error;
      }
    }
  }
  const text = async () => (await call<string>('() => document.body.innerText')).replace(/\s+/g, ' ');
  const perform = (...actions: object[]) => bidi.send('input.performActions', { context, actions });
  const pressNode = ({ sharedId }: Node, times = 1) =>
    perform({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } },
        ...Array.from({ length: times }, () => PRESS).flat(),
      ],
    });

  /** Waits for the one element and acts on it; repeats if its document was replaced before the action. */
  async function withOne(role: Role, name: string, act: (node: Node) => Promise<unknown>): Promise<void> {
    const acted = async () => {
      const [node, ...others] = await find(role, name);
      if (node === undefined || others.length > 0) {
        return false;
      }
      await act(node);
      return true;
    };
    try {
      await vi.waitUntil(() => acted().catch(falseIfReplaced), LOOK);
    } catch (cause) {
      const said = await text().catch(String);
      throw new Error(`There is not one ${role} "${name}" in the page, which says: ${said}`, { cause });
    }
  }

  return {
    see: (role, name) => withOne(role, name, async () => undefined),
    count: async (role, name) => (await find(role, name)).length,
    press: (role, name, times = 1) =>
      withOne(role, name, (node) => pressFast(node, times, async () => (await find(role, name)).length > 0)),
    fill: (name, value) =>
      withOne('textbox', name, async (node) => {
        await pressNode(node);
        await perform({ type: 'key', id: 'keyboard', actions: [...SELECT_ALL, ...[...value].flatMap(strike)] });
      }),
    evaluate: (read) => call(read),
    text,
  };
}

function falseIfReplaced(error: unknown): false {
  if (error instanceof BidiError && REPLACED.has(error.code)) {
    return false;
  }
  throw error;
}

const PRESS = [
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
];

const strike = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];

const SELECT_ALL = [{ type: 'keyDown', value: CONTROL }, ...strike('a'), { type: 'keyUp', value: CONTROL }];
