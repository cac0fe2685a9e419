/** The states of payers' pages with sample data, each with an address, and the list of them. */
import { matchLocale } from '../../src/web/text/index.ts';
import type { PayerPageOrder } from '../../src/web/views/index.ts';
import { builtPage } from '../../test/web/pages/any-page.ts';
import { everyPage } from '../../test/web/pages/every-page.ts';

const PREFIX = '/samples/';

/** @returns the page of the state at this address, with its data; undefined if no state has the address */
export function sampleAt({ pathname, searchParams }: URL): PayerPageOrder | undefined {
  const name = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : '';
  const page = Object.hasOwn(everyPage, name) ? everyPage[name] : undefined;
  const language = searchParams.get('language');
  return page && builtPage(language === null ? page : { ...page, locale: matchLocale([], language) });
}

/** A document with a link to each state, by the kind of its page. */
export function listOfSamples(): string {
  const kinds = Map.groupBy(Object.entries(everyPage), ([, { kind }]) => kind);
  const sections = [...kinds].map(([kind, pages]) => {
    const links = pages.map(([name]) => `<li><a href="${PREFIX}${name}">${name}</a></li>`);
    return `<h2>${kind}</h2><ul>${links.join('')}</ul>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Pages with sample data</title><body style="font: 1rem/1.6 system-ui; margin: 2rem; columns: 16rem">
    <h1>Pages with sample data</h1>
    <p>Each is one state of a page. <code>?language=ar</code> shows it in another language.</p>${sections.join('')}`;
}

/**
 * Answers a form, which has no effect here: the payer returns to the page with the form.
 *
 * @param header returns a header of the request
 */
export function answerToForm(header: (name: 'accept' | 'referer') => string | null | undefined): Response {
  const from = new URL(header('referer') ?? '/', 'http://samples.internal');
  const location = from.pathname + from.search;
  // The page's script expects the address alone.
  return header('accept')?.includes('text/uri-list') === true
    ? new Response(location, { headers: { 'content-type': 'text/uri-list' } })
    : new Response(null, { status: 303, headers: { location } });
}
