/** Client certificates of a merchant's servers, as people add and remove them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/durations.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import { createAuthority, hoursFromNow } from '../support/certificates.ts';
import { enrolled, type PersonClient } from './person.ts';

const SHOP = 'CERTIFIED_SHOP';
const PAGE = `/console/merchants/${SHOP}/settings/certificates`;
const AUTHORITY = createAuthority('Authority of shops');
const client = (name: string, until = new Date(Date.now() + 32.5 * DAY_MS)) =>
  AUTHORITY.issue({ name, use: 'client', until });
const OURS = client('<b>shop</b>.example');

let rig: Rig;
let developer: PersonClient;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: SHOP, name: 'Certified Shop' });
  developer = (await enrolled(rig, ['--role', 'developer', '--merchant', SHOP])).client;
});
afterAll(() => rig.close());

const stored = async () => {
  const { out } = await turnpike(rig.folder, ['merchant', 'show', SHOP], { DATABASE_URL: rig.databaseUrl });
  return JSON.parse(out).certificates;
};

/** Opens the page, and sends a form. */
async function sent(fields: Readonly<Record<string, string>>) {
  await developer.get(PAGE);
  return developer.submit(fields, PAGE);
}

describe('a client certificate', () => {
  it('is added in PEM, listed with subject and end, and removed', async () => {
    const { status, text } = await sent({ certificate: OURS.cert });
    expect([status, await stored()]).toEqual([200, [OURS.fingerprint]]);
    expect(text).toContain('&lt;b&gt;shop&lt;/b&gt;.example');
    expect(text).toContain('in 32 days');
    await sent({ remove: OURS.fingerprint });
    expect(await stored()).toEqual([]);
    expect(await rig.rows('select * from merchant_certificate')).toEqual([]);
  });

  it('is added by its fingerprint as programs print it, without an end', async () => {
    const { fingerprint } = client('other');
    const { text } = await sent({ certificate: fingerprint.toUpperCase().replace(/(..)(?!$)/g, '$1:') });
    expect([await stored(), text.includes('Its end is not known here.')]).toEqual([[fingerprint], true]);
    expect((await sent({ certificate: fingerprint })).text).toContain('It is in the list.');
  });

  it('of the second of two people is not added, and stays in the form', async () => {
    await developer.get(PAGE);
    await turnpike(rig.folder, ['merchant', 'set', SHOP, 'certificates=[]'], { DATABASE_URL: rig.databaseUrl });
    const { status, text } = await developer.send({ certificate: OURS.cert }, PAGE);
    expect([status, text.includes('somebody has changed the list'), await stored()]).toEqual([409, true, []]);
    expect(text).toContain(OURS.cert.split('\n')[1]);
  });

  it.each([
    ['no certificate', 'hello', 'no certificate in PEM'],
    ['hostile text', '</textarea><script>', 'no certificate in PEM'],
    ['a certificate that is cut', OURS.cert.slice(0, 200), 'no certificate in PEM'],
    ['a broken one', OURS.cert.replace(/MII../, 'AAAAA'), 'no certificate in PEM'],
    ['an expired one', client('old', hoursFromNow(-1)).cert, 'has expired'],
    ['an authority’s', AUTHORITY.cert, 'is an authority'],
    ['several', OURS.cert + AUTHORITY.cert, 'several certificates'],
    ['a private key', OURS.key, 'private key'],
    ['nothing', '', 'no certificate in PEM'],
  ])('that is %s is refused beside the input', async (_what, certificate, said) => {
    const { status, text } = await sent({ certificate });
    expect([status, await stored()]).toEqual([422, []]);
    const problem = /id="certificate-problem">([^<]*)</.exec(text)?.[1];
    expect(problem).toContain(said);
    expect(text).not.toMatch(/<script|BEGIN[A-Z ]* PRIVATE/);
  });
});
