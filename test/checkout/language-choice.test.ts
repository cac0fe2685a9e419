/** A payer's language choice overrides the shop's and the browser's, on every page from then on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idHash } from '../../src/platform/id-seal.ts';
import { PUBLIC_HOST, type Rig, startRig } from '../api/rest/rig.ts';
import { cardForm, GOOD, hands, REFUSED, wordsOf } from './hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, submit, browse, form, post } = hands(() => rig);
const langOf = ({ text }: { text: string }) => /<html lang="([^"]*)" dir="([^"]*)"/.exec(text)?.slice(1).join(' ');
const cookiesOf = ({ headers }: { headers: Record<string, string | string[] | undefined> }) =>
  [headers['set-cookie'] ?? []].flat();
const GERMAN = { interaction: { locale: 'de-CH' } };

describe('chosen on the payment page', () => {
  it('is used from then on: after a decline, on the receipt, and in a browser that prefers another', async () => {
    const { id, order } = await checkout(GERMAN);
    const opened = await form(id);
    expect(langOf(opened.page)).toBe('de-CH ltr');
    const { cookie } = opened;
    const chosen = await post(opened.action, { ...opened.hidden, ...GOOD, language: 'he' }, { Cookie: cookie });
    expect([chosen.status, chosen.headers.location]).toEqual([303, `/checkout/pay/${id}`]);
    expect(cookiesOf(chosen)).toEqual(['turnpike-language=he; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax']);
    expect(rig.host.ledger({ order })).toEqual([]);
    const both = `${cookie}; turnpike-language=he`;
    const declined = await submit(id, REFUSED, both);
    expect(declined.headers.location).toBe(`/checkout/pay/${id}`);
    const again = await browse(`/checkout/pay/${id}`, { Cookie: both, 'Accept-Language': 'fr' });
    expect(langOf(again)).toBe('he rtl');
    expect(wordsOf(again)).toContain('הכרטיס נדחה');
    await submit(id, GOOD, both);
    expect(langOf(await browse(`/checkout/done/${id}`, { Cookie: both }))).toBe('he rtl');
    expect(langOf(await browse(`/checkout/pay/${id}`, { Cookie: both }))).toBe('he rtl');
    expect(langOf(await browse(`/checkout/pay/${id}`))).toBe('de-CH ltr');
  });

  it('keeps the entered fields except card data, with the errors that the payer could not read', async () => {
    const { id } = await checkout(GERMAN);
    const typed = cardForm('13/39', { nameOnCard: 'Ada Byrne', number: '5123450000000007' });
    const { cookie } = await submit(id, typed);
    const { hidden, action } = await form(id, cookie);
    await post(
      action,
      { ...hidden, ...cardForm('01/39', { nameOnCard: 'Ada Byrne' }), language: 'fi' },
      { Cookie: cookie },
    );
    const page = await browse(`/checkout/pay/${id}`, { Cookie: `${cookie}; turnpike-language=fi` });
    expect(wordsOf(page)).toContain('Tarkista antamasi tiedot');
    expect(page.text).toContain('Ada Byrne');
    expect(page.text).toContain('01/39');
    expect(page.text).not.toContain('51234500');
    const stored = await rig.rows('select form, fields, sealed_card as card from session where id = ?', idHash(id));
    expect(JSON.stringify(stored)).not.toMatch(/51234500|"card":\{/);
  });

  it('keeps a notice until it is read', async () => {
    const { id } = await checkout(GERMAN);
    const { hidden, action, cookie } = await form(id);
    await rig.api('PUT', `/session/${id}`, { order: { amount: '11.00' } });
    await post(action, { ...hidden, ...GOOD }, { Cookie: cookie });
    const changed = await form(id, cookie);
    expect(wordsOf(changed.page)).toContain('Die Bestellung hat sich geändert');
    await post(changed.action, { ...changed.hidden, method: 'giftCard', language: 'da' }, { Cookie: cookie });
    const page = await browse(`/checkout/pay/${id}`, { Cookie: `${cookie}; turnpike-language=da` });
    expect(wordsOf(page)).toContain('Ordren er ændret Example Shop har ændret beløbet fra 10,00 € til 11,00 €');
    expect(page.text).toMatch(/<details[^>]* open><summary><h2>Gavekort/);
  });

  it('formats amounts and dates for the browser’s region, if it is one of the chosen language', async () => {
    const { id } = await checkout({ ...GERMAN, order: { amount: '1234.50' } });
    const german = await browse(`/checkout/pay/${id}`, { Cookie: 'turnpike-language=de', 'Accept-Language': 'en' });
    expect(german.text).toMatch(/1&#39;234\.50|1’234\.50/);
    const turkish = await browse(`/checkout/pay/${id}`, { Cookie: 'turnpike-language=tr', 'Accept-Language': 'en' });
    expect(turkish.text).toContain('€1.234,50');
  });
});

describe('without cookies', () => {
  it('is carried by the address, and by every address that its forms lead to', async () => {
    const { id } = await checkout(GERMAN);
    const chosen = await post(`/checkout/pay/${id}`, { method: 'card', language: 'pt-PT' });
    expect(chosen.headers.location).toBe(`/checkout/pay/${id}?language=pt-PT`);
    const at = String(chosen.headers.location);
    const page = await browse(at);
    expect(langOf(page)).toBe('pt-PT ltr');
    const declined = await post(
      `/checkout/pay/${id}`,
      { attempt: '1', ...REFUSED },
      { Referer: `http://127.0.0.1${at}` },
    );
    expect(declined.headers.location).toBe(`/checkout/pay/${id}`);
    const own = { Referer: `http://${PUBLIC_HOST}${at}` };
    const next = await post(`/checkout/pay/${id}`, { attempt: '1', ...REFUSED }, own);
    expect(next.headers.location).toBe(at);
  });

  it('applies to the requests that a page makes by itself', async () => {
    const { id } = await checkout(GERMAN);
    await submit(id);
    const done = await browse(`/checkout/done/${id}`, {
      Referer: `http://${PUBLIC_HOST}/checkout/pay/${id}?language=ja`,
    });
    expect(langOf(done)).toBe('ja ltr');
  });
});

it.each([
  ['an unknown language', 'xx'],
  ['more than a tag', 'de; Path=/evil'],
  ['a name of every object', '__proto__'],
])('the page ignores %s in the address, a form and a cookie', async (_what, tag) => {
  const { id } = await checkout(GERMAN);
  const asked = await browse(`/checkout/pay/${id}?language=${encodeURIComponent(tag)}`, {
    Cookie: `turnpike-language=${encodeURIComponent(tag)}`,
  });
  expect(langOf(asked)).toBe('de-CH ltr');
  expect(cookiesOf(asked).filter((cookie) => cookie.includes('language'))).toEqual([]);
  const sent = await post(`/checkout/pay/${id}`, { method: 'card', language: tag });
  expect(cookiesOf(sent)).toEqual([]);
  expect(sent.headers.location).toBe(`/checkout/pay/${id}`);
});

it('the page ignores a choice from another site’s form', async () => {
  const { id } = await checkout(GERMAN);
  const sent = await post(
    `/checkout/pay/${id}`,
    { method: 'card', language: 'tr' },
    { Origin: 'https://evil.example' },
  );
  expect(sent.status).toBe(403);
  expect(cookiesOf(sent)).toEqual([]);
});

it('a choice links to the page itself where it has no fields, and applies to error pages too', async () => {
  const { id } = await checkout(GERMAN);
  await submit(id);
  const receipt = await browse(`/checkout/pay/${id}?language=uk`);
  expect(langOf(receipt)).toBe('uk ltr');
  expect(cookiesOf(receipt).filter((cookie) => cookie.startsWith('turnpike-language=uk;'))).toHaveLength(1);
  const gone = await browse('/checkout/pay/SESSION000000000000000000000000', { Cookie: 'turnpike-language=uk' });
  expect([gone.status, langOf(gone)]).toEqual([404, 'uk ltr']);
});

it('the gateway renders an error page once for each language, for any number of regions', async () => {
  const error = (region: string) =>
    browse('/checkout/pay/SESSION000000000000000000000000', { 'Accept-Language': `de-${region}` });
  expect(langOf(await error('AA'))).toBe('de ltr');
  expect(langOf(await error('ZZ'))).toBe('de ltr');
});
