/**
 * The text of every page in a language, in the smallest window. A page that the script changes is opened. Each page, as
 * the server sends it, is also put into an open document, which is much faster than opening it.
 */
import { keptBrowser } from '../../browser.ts';
import { kept } from '../../support/kept.ts';
import { everyPage } from './every-page.ts';
import { problemPage } from './fixtures.ts';
import { INLINE, STYLE } from './looks.ts';
import { startPreview } from './preview.ts';
import { visit } from './visitor.ts';

export interface Saying {
  readonly name: string;
  readonly lang: string;
  readonly dir: string;
  readonly headings: number;
  /** By how many pixels the page is wider than its window. */
  readonly excess: number;
  readonly text: string;
  /** The first part of the page that its policy would refuse. */
  readonly inline: string | undefined;
}

/**
 * Pages for all elements that the script draws: forms with errors and notices, a gift card, times, the print button.
 */
export const DRAWN_BY_SCRIPT = ['refused', 'giftCard', 'verify', 'declined', 'receipt', 'statusWaiting'];

const ADDRESS = '/checkout/pay/SESSION000000000000000000000001';

const reader = kept(async () => {
  const [preview, browser] = await Promise.all([startPreview(), keptBrowser()]);
  return { preview, visitor: await visit(browser, { viewport: { width: 320, height: 640 } }) };
});

/** @returns first the pages of `DRAWN_BY_SCRIPT`, opened, then each of these names in `everyPage`, as sent */
export async function sayingIn(
  locale: string,
  names: readonly string[],
): Promise<{ sayings: Saying[]; complaints: readonly string[] }> {
  const { preview, visitor } = await reader();
  const { page, complaints } = visitor;
  await visitor.renew();
  const sayings: Saying[] = [];
  for (const name of DRAWN_BY_SCRIPT) {
    preview.show({ ...everyPage[name]!, locale });
    await page.goto(preview.origin + ADDRESS);
    sayings.push({ name: `${name}, opened`, ...(await page.evaluate(readPage, [STYLE.source, INLINE.source])) });
  }
  // A page without a script, which could not affect the pages that replace it.
  preview.show({ ...problemPage('notFound'), locale });
  await page.goto(preview.origin + ADDRESS);
  for (const name of names) {
    preview.show({ ...everyPage[name]!, locale });
    await page.evaluate(takeIn);
    sayings.push({ name, ...(await page.evaluate(readPage, [STYLE.source, INLINE.source])) });
  }
  return { sayings, complaints: [...complaints] };
}

/** Runs in the page. */
function readPage([style = '', inline = '']: string[]): Omit<Saying, 'name'> {
  const { documentElement: root, body } = document;
  return {
    lang: root.lang,
    dir: root.dir,
    headings: document.querySelectorAll('h1').length,
    excess: Math.max(0, root.scrollWidth - window.innerWidth),
    text: body.textContent,
    inline: new RegExp(inline, 'i').exec(root.outerHTML.replace(new RegExp(style), ''))?.[0],
  };
}

/** Runs in the page: replaces it by the page now at its address, under the same stylesheet. */
async function takeIn(): Promise<void> {
  const sent = await new Promise<Document | null>((resolve, reject) => {
    // Parses without running scripts, which is all that the page's policy allows.
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.responseType = 'document';
    request.addEventListener('load', () => resolve(request.responseXML));
    request.addEventListener('error', () => reject(new Error('The page did not come.')));
    request.send();
  });
  const sheets = (of: Document | null) =>
    [...(of?.querySelectorAll('link[rel=stylesheet]') ?? [])].map((link) => link.getAttribute('href')).join();
  if (sent === null || sheets(sent) !== sheets(document)) {
    throw new Error('The page has another stylesheet.');
  }
  const { documentElement: root } = document;
  for (const { name } of [...root.attributes]) {
    root.removeAttribute(name);
  }
  for (const { name, value } of [...sent.documentElement.attributes]) {
    root.setAttribute(name, value);
  }
  document.body.replaceWith(document.adoptNode(sent.body));
}
