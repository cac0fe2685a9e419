/** The content of the payer's cookie, and which cookies are accepted. */
import { sealData, unsealData } from 'iron-session';
import { expect, it } from 'vitest';
import { PayerCookie } from '../../../src/checkout/payer/payer-cookie.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { cookiePasswords } from '../cookie-passwords.ts';

const NOW = 1_700_000_000_000;
const passwords = { 1: 'p'.repeat(44) };
const cookie = () =>
  new PayerCookie({ passwords: cookiePasswords(passwords), secure: true, clock: { now: () => NOW } });
const sealedIn = (header: string) => /^__Host-turnpike=([^;]+);/.exec(header)?.[1] ?? '';

it('the cookie holds only the fields that are read', async () => {
  const { payer, header } = await cookie().issue();
  const content = await unsealData<object>(sealedIn(header), { password: passwords, ttl: 0 });
  expect(content).toEqual({ csrfSecret: payer.csrfSecret, until: NOW + DAY_MS });
});

it('the cookie is read by another process, also with the handle that an earlier version added', async () => {
  const payer = { handle: 'of an earlier program', csrfSecret: 's'.repeat(43), until: NOW + 1 };
  const sealed = await sealData(payer, { password: passwords, ttl: 0 });
  expect(await cookie().read(`__Host-turnpike=${sealed}`)).toMatchObject({ csrfSecret: payer.csrfSecret });
});

it.each([
  ['its end has come', { csrfSecret: 's', until: NOW }],
  ['it has no secret', { until: NOW + 1 }],
  ['it has no end', { csrfSecret: 's' }],
])('the cookie is ignored where %s', async (_what, content) => {
  const sealed = await sealData(content, { password: passwords, ttl: 0 });
  expect(await cookie().read(`__Host-turnpike=${sealed}`)).toBeUndefined();
});
