/**
 * Makes the inventory of payers' pages from the build: each page of every kind is rendered, and its scripts and styles
 * are listed. `npm run reference` writes it; one test compares the committed file with the build, and another with the
 * scripts that a browser ran.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InventoryEntry, PageInventory } from '../src/back-office/page-integrity/index.ts';
import { GOOGLE_SCRIPT, GOOGLE_SITES } from '../src/compose/wallets.ts';
import { pageHeaders, withOtherSites } from '../src/http/answers/page-headers.ts';
import { METHOD_DONE_SCRIPT } from '../src/http/endpoints/authentication-adapter.ts';
import { FIELD_STYLE, fieldScript } from '../src/http/endpoints/hosted-fields-adapter.ts';
import { builtFile } from '../src/web/built-file.ts';
import { type BuiltPages, renderPage } from '../src/web/rendering/built-pages.ts';
import { type AnyPage, builtPage } from '../test/web/pages/any-page.ts';
import { everyPage } from '../test/web/pages/every-page.ts';

const DIST = fileURLToPath(builtFile('.'));

/** The purpose of each script, by its component. A script without a row is refused. */
const PURPOSES: Readonly<Record<string, string>> = {
  AuthenticationScript: "shows the bank's page in a frame, and leads on when the bank is done",
  CardRefusalScript: 'asks whether the shop refuses the typed card, with the first eight digits of its number',
  ChoiceScript: 'searches the list of banks while the payer types',
  CodeScript: 'copies the code that the payer pays by, and says how long it can be paid',
  EmbeddedScript: "tells the shop's page around the frame how high the page is and how the payment ended",
  FormScript: 'checks what the payer types, forms the card number, sends the form once, changes the language',
  extend: 'asks for more time to pay',
  AutoPostScript: 'sends the payer on to the shop after the bank was asked',
  ProofForm: 'solves a small computation for a payer who looks like a bot, and sends its result',
  'send-form': "sends the page's forms, and asks what came of one whose answer is lost",
  'mount-wallets': 'shows the buttons of wallets that work in the browser, and opens their sheets',
  Script: 'looks whether the payment has gone on, leads on, prints the receipt',
};

/** The page in the frame of each field of `session.js`. */
export const FIELD_PAGE = 'hostedField';
/** The page that the frame of the 3DS method shows at its end. */
export const METHOD_PAGE = 'methodDone';

/** The pages that a frame of the shop's page may show. */
const FRAMED = /^\/checkout\/(?:form|pay|done|cancel)\//;

/**
 * A page of each state. Pages that may be in a frame of the shop's page are included a second time, as in the frame.
 */
export const INVENTORY_PAGES: readonly AnyPage[] = Object.values(everyPage).flatMap((page) =>
  FRAMED.test(builtPage(page).address) ? [page, { ...page, embedded: {} } as AnyPage] : [page],
);

/** A page's model, with the files and inline contents of its markup. */
export interface RenderedPage {
  readonly page: AnyPage;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export async function renderedPages(): Promise<readonly RenderedPage[]> {
  const { render } = (await import(join(DIST, 'server', 'entry.mjs'))) as BuiltPages;
  return Promise.all(
    INVENTORY_PAGES.map(async (page) => {
      const html = (await renderPage(render, builtPage(page))).toString('utf8');
      return { page, scripts: found(html, SCRIPT), styles: found(html, STYLE) };
    }),
  );
}

const SCRIPT = /<script[^>]* src="([^"]+)"/g;
const STYLE = /<style>([\s\S]*?)<\/style>/g;

function found(html: string, what: RegExp): string[] {
  return [...html.matchAll(what)].map(([, one = '']) => one);
}

/** @param dist the folder of the pages' files @throws Error for a script without a purpose */
export async function pageInventory(dist = DIST): Promise<PageInventory> {
  const { styles } = (await import(join(DIST, 'server', 'entry.mjs'))) as BuiltPages;
  const rendered = await renderedPages();
  const scriptPages = withLoaded(
    dist,
    pagesOf(rendered, ({ scripts }) => scripts),
  );
  const stylePages = pagesOf(rendered, ({ styles: inPage }) => inPage);
  const components = componentsOf(dist);
  const files = [...scriptPages].map(([address, pages]) => {
    const name = components.get(address) ?? address;
    return entryOf(name, purposeOf(name), address, readFileSync(join(dist, 'client', address)), pages);
  });
  const inline = [
    entryOf(
      'field',
      "reads one field of the card in a frame of the shop's page",
      null,
      fieldScript(join(dist, 'merchant-scripts')),
      [FIELD_PAGE],
    ),
    entryOf(
      'methodDone',
      'tells the page around the frame that the bank has looked at the browser',
      null,
      METHOD_DONE_SCRIPT,
      [METHOD_PAGE],
    ),
  ];
  const inStyles = [...stylePages].map(([style, pages]) => entryOf('page', 'how the page looks', null, style, pages));
  return {
    headers: pageHeaders(styles.payer),
    scripts: [...files, ...inline].sort((one, other) => one.name.localeCompare(other.name)),
    styles: [...inStyles, entryOf('field', 'how one field of the card looks', null, FIELD_STYLE, [FIELD_PAGE])],
    otherScripts: [googlePay(pageHeaders(styles.payer))],
  };
}

/** Only on the form of a merchant whose profile has a registration with Google. */
function googlePay(headers: Readonly<Record<string, string>>): PageInventory['otherScripts'][number] {
  const changed = Object.entries(withOtherSites(headers, GOOGLE_SITES)).filter(
    ([name, value]) => headers[name] !== value,
  );
  return {
    name: 'Google Pay',
    purpose: 'opens the sheet of Google Pay, on which the payer chooses a card',
    address: GOOGLE_SCRIPT,
    pages: ['pay'],
    headers: Object.fromEntries(changed),
  };
}

export const inventoryText = (inventory: PageInventory): string => `${JSON.stringify(inventory, undefined, 2)}\n`;

/** The kinds of pages that have each file or inline content. */
function pagesOf(
  rendered: readonly RenderedPage[],
  what: (page: RenderedPage) => readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const pages = new Map<string, Set<string>>();
  for (const one of rendered) {
    for (const name of what(one)) {
      pages.set(name, (pages.get(name) ?? new Set()).add(one.page.kind));
    }
  }
  return pages;
}

/** A dynamic import of a script, which runs in the same pages after an action of the payer. */
const LOADED = /import\([`"']\.\/([\w-]+)\.([\w-]+\.js)[`"']\)/g;

function withLoaded(dist: string, scriptPages: ReadonlyMap<string, ReadonlySet<string>>) {
  const all = new Map(scriptPages);
  for (const [address, pages] of scriptPages) {
    for (const [, name, rest] of readFileSync(join(dist, 'client', address), 'utf8').matchAll(LOADED)) {
      all.set(`/_astro/${name}.${rest}`, pages);
    }
  }
  return all;
}

/** The component of each script by its address, according to the build. */
function componentsOf(dist: string): ReadonlyMap<string, string> {
  const modules: Readonly<Record<string, readonly string[]>> = JSON.parse(
    readFileSync(join(dist, 'client', 'script-modules.json'), 'utf8'),
  );
  return new Map(
    Object.entries(modules).map(([file, ids]) => [
      `/${file}`,
      ids.map((id) => /(\w+)\.astro\?/.exec(id)?.[1]).find((name) => name !== undefined) ??
        /([\w-]+)\.[\w-]+\.js$/.exec(file)?.[1] ??
        file,
    ]),
  );
}

function purposeOf(name: string): string {
  const purpose = PURPOSES[name];
  if (purpose === undefined) {
    throw new Error(`scripts/page-scripts.ts says no purpose of the script of ${name}.`);
  }
  return purpose;
}

function entryOf(
  name: string,
  purpose: string,
  address: string | null,
  content: Buffer | string,
  pages: Iterable<string>,
): InventoryEntry {
  const bytes = Buffer.byteLength(content);
  return {
    name,
    purpose,
    address,
    hash: `sha256-${hash('sha256', content, 'base64')}`,
    bytes,
    pages: [...pages].sort(),
  };
}
