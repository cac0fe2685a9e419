/** Answers to a payer's form: a redirect, or its address for the page's script. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { hands, REFUSED } from '../checkout/hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, form, post } = hands(() => rig);

const BY_SCRIPT = { Accept: 'text/html,text/uri-list' };
const BY_BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Each form of a checkout of its own, sent with these headers. */
async function answersTo(headers: Record<string, string>) {
  const answers = [];
  for (const [kind, fields] of [
    ['pay', REFUSED],
    ['pay', { method: 'card', number: '1' }],
    ['pay', { ...REFUSED, language: 'de' }],
    ['cancel', {}],
    ['withdraw', {}],
    ['embedded/pay', REFUSED],
    ['embedded/cancel', {}],
  ] as const) {
    const { id } = await checkout();
    const { hidden, cookie } = await form(id);
    const sent = await post(`/checkout/${kind}/${id}`, { ...hidden, ...fields }, { Cookie: cookie, ...headers });
    answers.push({ kind, id, sent });
  }
  return answers;
}

it('a browser is redirected', async () => {
  for (const { id, sent } of await answersTo(BY_BROWSER)) {
    expect(sent.status).toBe(303);
    expect(sent.headers.location).toContain(id);
  }
});

it('the page’s script gets the same address as the body, without a redirect', async () => {
  const [redirects, answers] = [await answersTo(BY_BROWSER), await answersTo(BY_SCRIPT)];
  for (const [index, { id, sent }] of answers.entries()) {
    expect([sent.status, sent.headers.location]).toEqual([200, undefined]);
    expect(sent.headers['content-type']).toContain('text/uri-list');
    expect(sent.headers['cache-control']).toBe('no-store');
    const { id: other, sent: redirect } = redirects[index]!;
    expect(sent.text.replace(id, '')).toBe(String(redirect.headers.location).replace(other, ''));
  }
});

it('another site’s form is refused with any Accept header', async () => {
  const { id } = await checkout();
  const { hidden } = await form(id);
  const sent = await post(`/checkout/pay/${id}`, hidden, { ...BY_SCRIPT, Origin: 'https://evil.example' });
  expect(sent.status).toBe(403);
  expect(sent.headers['content-type']).toContain('text/html');
});
