/** Payers' pages with sample data, for designers of pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answerToForm, listOfSamples, sampleAt } from '../../scripts/sample-pages/samples.ts';
import { builtFile } from '../../src/web/built-file.ts';
import { everyPage } from '../web/pages/every-page.ts';

const at = (address: string) => sampleAt(new URL(address, 'http://samples.test'));
const shown = (address: string) => at(address)?.data;

it('the sample server lists a link to every state, each of which leads to its page', () => {
  const links = [...listOfSamples().matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(links).toHaveLength(Object.keys(everyPage).length);
  expect(links.filter((href) => at(href) === undefined)).toEqual([]);
});

it.each(['/', '/samples/', '/samples/toString', '/samples/none', '/checkout/pay/S'])(
  'the sample server has no state at %s',
  (address) => {
    expect(at(address)).toBeUndefined();
  },
);

it.each([
  ['', 'en'],
  ['?language=ar', 'ar'],
  ['?language=xx', 'en'],
])('the sample server shows a state%s in %s', (query, locale) => {
  expect(shown(`/samples/pay${query}`)).toMatchObject({ kind: 'pay', locale });
});

it('the sample server answers a form with the page that it was sent from, by script and without', async () => {
  const headers = { referer: 'http://localhost:4321/samples/pay?language=de', accept: 'text/uri-list' };
  const byBrowser = answerToForm((name) => ({ ...headers, accept: 'text/html' })[name]);
  expect([byBrowser.status, byBrowser.headers.get('location')]).toEqual([303, '/samples/pay?language=de']);
  const byScript = answerToForm((name) => headers[name]);
  expect([byScript.status, await byScript.text()]).toEqual([200, '/samples/pay?language=de']);
});

it('the build contains neither sample data nor its addresses', () => {
  const files = readdirSync(builtFile('.'), { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, 'utf8'));
  expect(texts.some((text) => text.includes('Astro'))).toBe(true);
  expect(texts.filter((text) => /Harbour Lane|\/samples\//.test(text))).toEqual([]);
});
