/** Sign-in at an OpenID provider: who gets in, and what forged, old and foreign returns get. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/contract/durations.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { keptBrowser } from '../browser.ts';
import { turnpike } from '../cli/turnpike.ts';
import { freePorts } from '../support/ports.ts';
import { findings, findingsInTheDark } from '../web/pages/axe.ts';
import { type StartedProvider, startOpenIdProvider, throughProvider } from './openid-provider.ts';
import { later, PersonClient } from './person.ts';

const START = '/console/sign-in/openid';

let rig: Rig;
let origin: string;
let provider: StartedProvider;
beforeAll(async () => {
  const [port = 0, providersPort = 0] = await freePorts(2);
  origin = `http://localhost:${port}`;
  provider = await startOpenIdProvider(providersPort, origin);
  rig = await startRig({ PORT: `${port}`, PUBLIC_ORIGIN: origin, ...provider.env });
});
afterAll(async () => {
  await rig.close();
  await provider.close();
});

const console_ = (...args: readonly string[]) =>
  turnpike(rig.folder, ['console', ...args], { DATABASE_URL: rig.databaseUrl });

const invite = (login: string) =>
  console_('invite', `${login}@shop.example`, '--merchant', 'TESTSHOP', '--role', 'viewer');

/** The return address of a sign-in that this client has begun. */
async function returnOf(client: PersonClient, login: string, to = '/console'): Promise<string> {
  const { status, headers } = await client.get(`${START}?to=${encodeURIComponent(to)}`);
  expect([status, new URL(String(headers.location)).origin]).toEqual([303, provider.issuer]);
  return throughProvider(String(headers.location), login);
}

async function signIn(login: string, to?: string) {
  const client = new PersonClient(rig, { origin });
  return { client, reply: await client.get(await returnOf(client, login, to)) };
}

describe('a person who signs in at the OpenID provider', () => {
  it('is found by the verified address first, and lands on the page that was asked for', async () => {
    await invite('ada');
    const to = '/console/merchants/TESTSHOP';
    const { client, reply } = await signIn('ada', to);
    expect([reply.status, reply.headers.location]).toEqual([303, to]);
    expect((await client.open(to)).text).toContain('Example Shop');
    const audit = await rig.rows('select actor, details from audit_entry where action = ?', 'console sign-in');
    expect(audit.map(({ actor, details }) => `${actor} ${details}`)).toContainEqual(
      expect.stringMatching(/^ada@shop.example .*"OpenID"/),
    );
  });

  it('is found by the subject later, even under another address', async () => {
    await invite('grace');
    expect((await signIn('grace')).reply.status).toBe(303);
    provider.people.set('grace', { email: 'grace.hopper@shop.example', isVerified: true });
    const { client } = await signIn('grace');
    expect((await client.open('/console/account')).text).toContain('grace@shop.example');
  });

  it('gets nothing of the account whose address the provider has given to somebody else', async () => {
    await invite('first');
    expect((await signIn('first')).reply.status).toBe(303);
    provider.people.set('second', { email: 'first@shop.example', isVerified: true });
    expect((await signIn('second')).reply.status).toBe(403);
    // A reset lets the next one in.
    await console_('reset-factor', 'first@shop.example');
    expect((await signIn('second')).reply.status).toBe(303);
  });

  it('gets in by no address that the provider has not verified', async () => {
    await invite('claimed');
    provider.people.set('liar', { email: 'claimed@shop.example', isVerified: false });
    const { client, reply } = await signIn('liar');
    expect([reply.status, reply.text.includes('You have no account here.')]).toEqual([403, true]);
    expect((await client.get('/console/account')).status).toBe(303);
  });

  it('is told so, if nobody has invited that person', async () => {
    const { reply } = await signIn('stranger');
    expect([reply.status, reply.text.includes('value="stranger@shop.example"')]).toEqual([403, true]);
  });

  it('and whom an operator removes, is out at the next request', async () => {
    await invite('leaver');
    const { client } = await signIn('leaver');
    await console_('remove', 'leaver@shop.example');
    expect((await client.get('/console/account')).status).toBe(303);
    expect((await signIn('leaver')).reply.status).toBe(403);
  });
});

describe('a sensitive act of a person without a code here', () => {
  it('asks for a sign-in at the provider after a quarter of an hour, and works after it', async () => {
    await console_('invite', 'dev@shop.example', '--merchant', 'TESTSHOP', '--role', 'developer');
    const page = '/console/merchants/TESTSHOP/api-passwords';
    const { client } = await signIn('dev');
    await client.get(page);
    expect((await client.send({ keep: '24' }, page)).text).toContain('This is the new password.');
    later(rig, 16 * MINUTE_MS);
    await client.get(page);
    const asked = await client.send({ keep: '24' }, page);
    expect(asked.text).toContain('Sign in again to make a new API password');
    expect(asked.text).toContain(`href="${START}?to=${encodeURIComponent(page)}"`);
    // An old sign-in there is no proof.
    provider.change = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1_000) });
    await client.get(await returnOf(client, 'dev', page));
    await client.get(page);
    expect((await client.send({ keep: '24' }, page)).text).toContain('Sign in again');
    const now = Math.floor(Date.now() / 1_000) + 16 * 60;
    provider.change = (claims) => ({ ...claims, auth_time: now });
    const cookie = client.cookie;
    await client.get(await returnOf(client, 'dev', page));
    provider.change = undefined;
    await client.get(page);
    expect((await client.send({ keep: '24' }, page)).text).toContain('This is the new password.');
    // The sessions before have ended.
    client.cookie = cookie;
    expect((await client.get('/console/account')).status).toBe(303);
  });
});

describe('a return from the provider', () => {
  it('works once, and in the browser that began it alone', async () => {
    await invite('once');
    const client = new PersonClient(rig, { origin });
    const back = await returnOf(client, 'once');
    const other = new PersonClient(rig, { origin });
    await other.get('/console/sign-in');
    expect((await other.get(back)).status).toBe(502);
    expect((await client.get(back)).status).toBe(303);
    // The sign-in has changed the cookie, to which the state belongs.
    expect((await client.get(back)).status).toBe(502);
  });

  it.each([
    ['without a code', (back: string) => back.replace(/code=[^&]*/, '')],
    ['with another code', (back: string) => back.replace(/code=[^&]*/, 'code=guessed')],
    ['with a page of another site in its state', (back: string) => back.replace(/(state=[^.&]*\.)[^&]*/, '$1Ly9ldmls')],
    ['with an error of the provider', () => `${START}/return?error=access_denied&state=x`],
    ['of another issuer', (back: string) => back.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example')],
  ])('%s signs nobody in', async (_, change) => {
    const client = new PersonClient(rig, { origin });
    const { status, text } = await client.get(change(await returnOf(client, 'ada')));
    expect([status, text.includes('You were not signed in there.')]).toEqual([502, true]);
    expect((await client.get('/console/account')).status).toBe(303);
  });

  it.each<[string, (claims: Record<string, unknown>) => object, boolean]>([
    ['with another subject under the old signature', (claims) => ({ ...claims, sub: 'root' }), true],
    ['for another client', (claims) => ({ ...claims, aud: 'other' }), false],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' }), false],
    ['of another sign-in', (claims) => ({ ...claims, nonce: 'other' }), false],
    ['without a nonce', ({ nonce, ...claims }) => claims, false],
    ['that has ended', (claims) => ({ ...claims, exp: 1 }), false],
  ])('with an identity token %s signs nobody in', async (_, change, isForged) => {
    const client = new PersonClient(rig, { origin });
    const back = await returnOf(client, 'ada');
    Object.assign(provider, { change, isForged });
    const { status } = await client.get(back);
    Object.assign(provider, { change: undefined, isForged: false });
    expect([status, (await client.get('/console/account')).status]).toEqual([502, 303]);
  });

  it('is accepted where the provider signs the same claims again', async () => {
    provider.change = (claims) => claims;
    expect((await signIn('ada')).reply.status).toBe(303);
    provider.change = undefined;
  });

  it('leads to no page of another site', async () => {
    await invite('led');
    expect((await signIn('led', '//evil.example/console')).reply.headers.location).toBe('/console');
  });
});

it.each([true, false])('a person walks through it in a browser, with script: %s', async (javaScriptEnabled) => {
  const login = `walker-${javaScriptEnabled}`;
  await invite(login);
  const page = await (await (await keptBrowser()).newContext({ javaScriptEnabled })).newPage();
  await page.goto(`${origin}/console/merchants/TESTSHOP`);
  if (javaScriptEnabled) {
    expect([await findings(page), await findingsInTheDark(page)]).toEqual([[], []]);
  }
  await page.getByRole('link', { name: `Sign in with ${new URL(provider.issuer).host}` }).click();
  await page.locator('[name=login]').fill(login);
  await page.locator('[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();
  await page.waitForURL(`${origin}/console/merchants/TESTSHOP/orders`);
  await page.context().close();
});
