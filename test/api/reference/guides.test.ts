/** The guides, as a gateway with an origin of its own serves them. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHAPTERS } from '../../../scripts/guides/guide-list.ts';
import { slugOf, targetOf } from '../../../scripts/guides/links.ts';
import { runTogether } from '../../support/run-together.ts';
import { type Rig, startRig } from '../rest/rig.ts';

const ORIGIN = 'https://pay.shop.example';
const SHOP_PORT = '21191';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ PUBLIC_ORIGIN: ORIGIN, SANDBOX_PORT: SHOP_PORT });
});
afterAll(() => rig.close());

const GUIDES = CHAPTERS.flatMap(({ guides }) => Object.keys(guides)).map((file) => ({
  file: `docs/${file}`,
  address: `/docs/guide/${slugOf(file)}`,
}));

const pages = new Map<string, Promise<{ readonly status: number; readonly text: string }>>();

/** Each page is requested once. */
function pageAt(address: string): Promise<{ readonly status: number; readonly text: string }> {
  const page = pages.get(address) ?? rig.call('GET', address, { headers: { Host: new URL(ORIGIN).host } });
  pages.set(address, page);
  return page;
}

const found = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, one = '']) => one);

it('the list has every guide, each under an address of its own', async () => {
  const { text } = await pageAt('/docs/guide');
  expect(new Set(GUIDES.map(({ address }) => address)).size).toBe(GUIDES.length);
  expect(GUIDES.filter(({ address }) => !text.includes(`href="${address}"`))).toEqual([]);
});

describe.each(GUIDES)('$address', ({ file, address }) => {
  it('shows the text of its Markdown file under one heading, by the rules of the strict policy', async () => {
    const { status, text } = await pageAt(address);
    expect(status).toBe(200);
    const [title = ''] = found(readFileSync(file, 'utf8'), /^# (.*)$/gm);
    expect(found(text, /<h1[^>]*>(.*?)<\/h1>/g)).toEqual([title]);
    expect(text.replace(/<style>.*?<\/style>/gs, '').match(/\sstyle=|<script|<img|\son\w+=/)).toBeNull();
    expect(runTogether(text)).toEqual([]);
  });

  it('links to existing pages and headings', async () => {
    const { text } = await pageAt(address);
    const lost: string[] = [];
    for (const link of new Set(found(text, /href="([/#][^"]*)"/g))) {
      const [path = '', anchor] = link.split('#');
      const { status, text: target } = await pageAt(path === '' ? address : path);
      const isThere = status === 200 && (anchor === undefined || target.includes(`id="${anchor}"`));
      lost.push(...(isThere ? [] : [link]));
    }
    expect(lost).toEqual([]);
    expect(found(text, /href="([^"]*\.md[^"]*)"/g)).toEqual([]);
  });

  it('has the origins of this gateway and its sandbox in the examples', async () => {
    const { text } = await pageAt(address);
    expect(text.match(/localhost:80[89]0|https:\/\/pay\.example(?![\w.-])/g)).toBeNull();
  });
});

it('an example of a checkout has the gateway’s address, and the shop’s', async () => {
  const { text } = await pageAt('/docs/guide/checkout');
  expect(text).toContain(`${ORIGIN}/api/rest/version/100/merchant/TESTSHOP`);
  expect(text).toContain(`http://localhost:${SHOP_PORT}/thanks`);
});

it('code has classes for its tokens, and operations lead to the reference', async () => {
  const { text } = await pageAt('/docs/guide/hosted-fields');
  expect(text).toContain('class="token-keyword"');
  expect(text).toContain('aria-label="HTML"');
  expect((await pageAt('/docs/guide/validate')).text).toContain('<a href="/docs/errors"><code>/docs/errors</code></a>');
});

it.each(['none', 'list', 'chapters.json', '..%2fchapters', '%3Cscript%3E'])(
  'an unknown guide, %s, is answered with the page for 404',
  async (slug) => {
    const { status, text } = await pageAt(`/docs/guide/${slug}`);
    expect(status).toBe(404);
    expect(text).toContain('There is no page at this address');
  },
);

it('a search finds sections of guides, those with the words in a heading first', async () => {
  const { text } = await pageAt('/docs/search?q=test+cards+sandbox');
  const [first] = found(text, /href="(\/docs\/guide\/\w[^"]*)"/g);
  expect(first).toMatch(/^\/docs\/guide\/sandbox#/);
});

describe('a link in Markdown', () => {
  it.each([
    ['docs/guide/checkout.md', 'tokens.md', { href: '/docs/guide/tokens' }],
    ['docs/guide/checkout.md', '../operating/abuse.md#limits', { href: '/docs/guide/abuse#limits' }],
    ['docs/guide/checkout.md', '../operating/README.md', { href: '/docs/guide/operating' }],
    ['docs/guide/checkout.md', '../openapi.json', { href: '/docs/openapi.json' }],
    ['docs/guide/checkout.md', '#languages', { href: '#languages' }],
    ['docs/guide/checkout.md', 'https://example.org/a.md', { href: 'https://example.org/a.md' }],
    ['docs/guide/checkout.md', '../decisions/README.md', { file: 'docs/decisions/README.md' }],
    ['docs/operating/keys.md', '../../src/server.ts', { file: 'src/server.ts' }],
  ])('in %s to %s', (from, written, target) => {
    expect(targetOf(from, written)).toEqual(target);
  });
});
