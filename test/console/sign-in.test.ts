/** Sign-in and sessions: what guesses, stolen links and old cookies get. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from '../../src/console/totp.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/contract/durations.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import {
  type Enrolled,
  enrolled,
  invitationPath,
  later,
  PASSWORD_OF_PERSON,
  PersonClient,
  secretOn,
  stepNow,
} from './person.ts';

const VIEWER = ['--role', 'viewer', '--merchant', 'TESTSHOP'];
const ORDERS = '/console/merchants/TESTSHOP/orders';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ SANDBOX_CONSOLE_TOKEN: 's'.repeat(43) });
});
afterAll(() => rig.close());

const console_ = (...args: readonly string[]) =>
  turnpike(rig.folder, ['console', ...args], { DATABASE_URL: rig.databaseUrl });

async function withPassword({ email }: Pick<Enrolled, 'email'>, password = PASSWORD_OF_PERSON) {
  const client = new PersonClient(rig);
  await client.get('/console/sign-in');
  return { client, reply: await client.send({ email, password }) };
}

async function signedIn(person: Enrolled) {
  const { client } = await withPassword(person);
  await client.get('/console/sign-in/code');
  later(rig, MINUTE_MS);
  const reply = await client.submit({ code: codeAt(person.secret, stepNow(rig)) });
  expect(reply.text).toContain('Example Shop');
  return client;
}

const actions = async (): Promise<readonly string[]> =>
  (await rig.rows('select action, actor, details from audit_entry order by sequence')).map(
    ({ action, actor, details }) => `${action} ${actor} ${details}`,
  );

describe('an invitation', () => {
  it('takes a password of letters beyond 16 bits, which signs in afterwards', async () => {
    const password = '😀😁😂🤣😃😄😅😆😉😊'.repeat(7);
    const client = new PersonClient(rig);
    const secret = secretOn(await client.get(await invitationPath(rig, 'invite', 'wide@shop.example', ...VIEWER)));
    expect((await client.send({ password, code: codeAt(secret, stepNow(rig)) })).status).toBe(200);
    expect((await withPassword({ email: 'wide@shop.example' }, password)).reply.status).toBe(303);
  });

  it('works once, and opening its page does not use it up', async () => {
    const path = await invitationPath(rig, 'invite', 'once@shop.example', ...VIEWER);
    const client = new PersonClient(rig);
    await client.get(path);
    const secret = secretOn(await client.get(path));
    const done = await client.send({ password: PASSWORD_OF_PERSON, code: codeAt(secret, stepNow(rig)) });
    expect(done.text).toContain('Keep your recovery codes');
    expect((await client.get(path)).status).toBe(404);
    expect((await client.get(ORDERS)).status).toBe(200);
    expect(await actions()).toContainEqual(expect.stringMatching(/^console sign-in once@shop.example .*"invitation"/));
  });

  it('shows each browser another secret, so that whoever made the link knows nothing of the codes', async () => {
    const path = await invitationPath(rig, 'invite', 'secret@shop.example', ...VIEWER);
    const [operator, person] = [new PersonClient(rig), new PersonClient(rig)];
    const known = secretOn(await operator.get(path));
    expect(secretOn(await person.get(path)).equals(known)).toBe(false);
    const refused = await person.send({ password: PASSWORD_OF_PERSON, code: codeAt(known, stepNow(rig)) });
    expect([refused.status, refused.text.includes('id="code-problem"')]).toEqual([422, true]);
  });

  it.each([
    ['short', 'eleven char'],
    ['long', 'abcde fghij '.repeat(11)],
    ['repeated', 'ababababababab'],
    ['made of names', 'turnpike-rules12'],
  ])('refuses a password that is %s, with a sentence at its field', async (_what, password) => {
    const client = new PersonClient(rig);
    const page = await client.get(await invitationPath(rig, 'invite', 'rules@shop.example', ...VIEWER));
    const reply = await client.send({ password, code: codeAt(secretOn(page), stepNow(rig)) });
    expect([reply.status, reply.text.includes('id="password-problem"')]).toEqual([422, true]);
  });

  it('expires after three days', async () => {
    const path = await invitationPath(rig, 'invite', 'late@shop.example', ...VIEWER);
    const client = new PersonClient(rig);
    expect((await client.get(path)).status).toBe(200);
    await rig.change('update console_invitation set expires_at = expires_at - ?', 72 * HOUR_MS);
    expect((await client.get(path)).status).toBe(404);
  });
});

describe('a sign-in', () => {
  it('takes a password and a code, and sets a new cookie at each step', async () => {
    const person = await enrolled(rig, VIEWER);
    const { client, reply } = await withPassword(person);
    expect([reply.status, reply.headers.location]).toEqual([303, '/console/sign-in/code?to=%2Fconsole']);
    const half = client.cookie;
    expect((await client.get(ORDERS)).headers.location).toContain('/console/sign-in');
    await client.get('/console/sign-in/code');
    later(rig, MINUTE_MS);
    expect((await client.send({ code: codeAt(person.secret, stepNow(rig)) })).headers.location).toBe('/console');
    expect(client.cookie).not.toBe(half);
    expect((await client.get(ORDERS)).status).toBe(200);
    const stolen = new PersonClient(rig);
    stolen.cookie = half;
    expect((await stolen.get(ORDERS)).status).toBe(303);
  });

  it('leads to the page that was asked for, and to no other site', async () => {
    const person = await enrolled(rig, VIEWER);
    const client = new PersonClient(rig);
    expect((await client.open(ORDERS)).text).toContain(`name="to" value="${ORDERS}"`);
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/console/../x',
      '/consolex',
      '/console/\\evil',
      '/console?x=/',
      '/console?a?b',
    ]) {
      const page = await client.get(`/console/sign-in?${new URLSearchParams({ to })}`);
      expect(page.text).toContain('name="to" value="/console"');
    }
    expect(person.email).toBeDefined();
  });

  it('accepts a code once, a recovery code once, and neither of another person', async () => {
    const [person, other] = [await enrolled(rig, VIEWER), await enrolled(rig, VIEWER)];
    later(rig, MINUTE_MS);
    const code = codeAt(person.secret, stepNow(rig));
    const [recovery = ''] = person.recoveryCodes;
    const tries: [string, number][] = [];
    for (const typed of [
      code,
      code,
      recovery,
      recovery.toLowerCase().replaceAll('-', ' '),
      other.recoveryCodes[0] ?? '',
    ]) {
      const { client } = await withPassword(person);
      await client.get('/console/sign-in/code');
      tries.push([typed, (await client.send({ code: typed })).status]);
    }
    expect(tries.map(([, status]) => status)).toEqual([303, 422, 303, 422, 422]);
    expect(
      (await rig.rows('select recovery_codes from console_person where email = ?', person.email))[0],
    ).toMatchObject({
      recovery_codes: expect.not.stringContaining(recovery),
    });
  });

  it('with a wrong recovery code shows its form again, and marks nothing else', async () => {
    const { client } = await withPassword(await enrolled(rig, VIEWER));
    await client.get('/console/sign-in/code');
    const inputOf = (text: string, id: string) => new RegExp(`<input id="${id}"[^>]*>`).exec(text)?.[0] ?? '';
    const { text } = await client.send({ code: 'AAAA-BBBB-CCCC-DDDD', recovery: 'yes' });
    expect(text).toContain('The code is wrong, or was used before.<');
    expect(text).toContain('<details open');
    expect(inputOf(text, 'recovery')).toContain('aria-invalid="true" aria-describedby="recovery-hint problem"');
    expect(inputOf(text, 'code')).not.toContain('aria-invalid');
  });

  it('answers alike for a wrong password, an unknown address and an invitation that waits', async () => {
    const person = await enrolled(rig, VIEWER);
    await invitationPath(rig, 'invite', 'waits@shop.example', ...VIEWER);
    const shown = async (email: string) => {
      const { reply } = await withPassword({ email }, 'not the password');
      return [reply.status, reply.text.replaceAll(email, '').replace(/name="proof" value="[^"]*"/, '')];
    };
    const wrong = await shown(person.email);
    expect(await shown('nobody@shop.example')).toEqual(wrong);
    expect(await shown('waits@shop.example')).toEqual(wrong);
    expect(wrong[0]).toBe(422);
  });

  it('is refused after ten wrong codes, and still takes a recovery code', async () => {
    const person = await enrolled(rig, VIEWER);
    const { client } = await withPassword(person);
    await client.get('/console/sign-in/code');
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await client.send({ code: '000000' })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
    expect((await client.send({ code: person.recoveryCodes[1] ?? '' })).status).toBe(303);
  });

  it('by the link of the sandbox works once, by its form alone', async () => {
    const path = `/console/link/${'s'.repeat(43)}`;
    await rig.restart();
    const client = new PersonClient(rig);
    await client.get(path);
    await client.get(path);
    expect((await client.submit({})).text).toContain('operator@sandbox.example');
    const used = await client.get(path);
    expect([used.status, used.text.includes('Sandbox: no real money moves here.')]).toEqual([404, true]);
  });

  it('of an operator shows a link to other merchants only if there are any', async () => {
    const { client } = await enrolled(rig, ['--role', 'operator']);
    expect((await client.get(ORDERS)).text).not.toContain('Change merchant');
    await rig.merchant({ id: 'SECOND', name: 'Second Shop' });
    expect((await client.get(ORDERS)).text).toContain('Change merchant');
  });
});

describe('a session', () => {
  it('ends with a sign-out on the server too', async () => {
    const { client } = await enrolled(rig, VIEWER);
    await client.get(ORDERS);
    const { cookie } = client;
    expect((await client.send({}, '/console/sign-out')).headers.location).toBe('/console/sign-in');
    client.cookie = cookie;
    expect((await client.get(ORDERS)).status).toBe(303);
  });

  it('ends after half an hour without use, and after twelve hours of use', async () => {
    const { client } = await enrolled(rig, VIEWER);
    for (let minutes = 0; minutes < 12 * 60 - 25; minutes += 25) {
      later(rig, 25 * MINUTE_MS);
      expect((await client.get(ORDERS)).status).toBe(200);
    }
    later(rig, 25 * MINUTE_MS);
    expect((await client.get(ORDERS)).status).toBe(303);
    const idle = await enrolled(rig, VIEWER);
    later(rig, 31 * MINUTE_MS);
    expect((await idle.client.get(ORDERS)).status).toBe(303);
  });

  it('is listed and ended by its person, and by nobody else', async () => {
    const person = await enrolled(rig, VIEWER);
    const second = await signedIn(person);
    const account = await second.get('/console/account');
    const [, end = ''] = /action="(\/console\/account\/sessions\/\d+\/end)"/.exec(account.text) ?? [];
    const other = await enrolled(rig, VIEWER);
    await other.client.get('/console/account');
    expect((await other.client.send({}, end)).status).toBe(404);
    expect((await person.client.get(ORDERS)).status).toBe(200);
    await second.get('/console/account');
    expect((await second.send({}, end)).status).toBe(303);
    expect((await person.client.get(ORDERS)).status).toBe(303);
  });

  it('goes on with another id after a code was asked for again, and ends as early as before', async () => {
    const person = await enrolled(rig, VIEWER);
    const second = await signedIn(person);
    later(rig, 16 * MINUTE_MS);
    const account = await second.get('/console/account');
    const [, end = ''] = /action="(\/console\/account\/sessions\/\d+\/end)"/.exec(account.text) ?? [];
    const { cookie } = second;
    const asked = await second.send({}, end);
    expect([asked.status, asked.text.includes('Enter a code to end the session')]).toEqual([200, true]);
    const wrong = await second.send({ 'second-factor': '000000' }, end);
    expect([wrong.status, wrong.text.includes('aria-invalid="true"')]).toEqual([422, true]);
    expect((await person.client.get(ORDERS)).status).toBe(200);
    await second.get('/console/account');
    await second.send({}, end);
    const code = codeAt(person.secret, stepNow(rig));
    expect((await second.send({ 'second-factor': code }, end)).headers.location).toBe('/console/account');
    expect((await person.client.get(ORDERS)).status).toBe(303);
    expect(second.cookie).not.toBe(cookie);
    const stolen = new PersonClient(rig);
    stolen.cookie = cookie;
    expect((await stolen.get(ORDERS)).status).toBe(303);
    for (let minutes = 17; minutes < 12 * 60; minutes += 25) {
      expect((await second.get(ORDERS)).status).toBe(200);
      later(rig, 25 * MINUTE_MS);
    }
    expect((await second.get(ORDERS)).status).toBe(303);
  });

  it('ends when the person is removed, and loses a role at the next request', async () => {
    const { client, email } = await enrolled(rig, VIEWER);
    expect((await client.get(ORDERS)).status).toBe(200);
    await console_('remove', email, '--merchant', 'TESTSHOP');
    expect((await client.get(ORDERS)).status).toBe(404);
    expect((await client.open('/console')).text).toContain('You have no role at any merchant');
    await console_('remove', email);
    expect((await client.get('/console')).status).toBe(303);
  });

  it('ends when the factor is reset, and the old password and codes with it', async () => {
    const person = await enrolled(rig, VIEWER);
    const path = await invitationPath(rig, 'reset-factor', person.email);
    expect((await person.client.get(ORDERS)).status).toBe(303);
    expect((await withPassword(person)).reply.status).toBe(422);
    expect((await new PersonClient(rig).get(path)).status).toBe(200);
  });
});

describe('a password', () => {
  const NEW_PASSWORD = 'another three words';

  const change = async (client: PersonClient, fields: Readonly<Record<string, string>>) => {
    await client.get('/console/account/password');
    return client.submit(fields);
  };

  it('is changed with the current one and a code, and ends the other sessions', async () => {
    const person = await enrolled(rig, VIEWER);
    const second = await signedIn(person);
    later(rig, MINUTE_MS);
    const typed = { current: PASSWORD_OF_PERSON, password: NEW_PASSWORD, code: codeAt(person.secret, stepNow(rig)) };
    const { cookie } = second;
    expect((await change(second, typed)).text).toContain('Your password was changed.');
    expect(second.cookie).not.toBe(cookie);
    expect((await person.client.get(ORDERS)).status).toBe(303);
    expect((await withPassword(person)).reply.status).toBe(422);
    expect((await withPassword(person, NEW_PASSWORD)).reply.status).toBe(303);
    expect(await actions()).toContainEqual(expect.stringMatching(`^console password changed ${person.email} `));
  });

  it('is not changed with a wrong one, a wrong code or a code that was used, and says at the field', async () => {
    const { client, email, secret } = await enrolled(rig, VIEWER);
    const used = codeAt(secret, stepNow(rig) - 1);
    const typed = { current: PASSWORD_OF_PERSON, password: NEW_PASSWORD, code: used };
    for (const [wrong, field] of [
      [{ current: 'not the password' }, 'current'],
      [{ code: '000000' }, 'code'],
      [{}, 'code'],
      [{ password: 'short' }, 'password'],
    ] as const) {
      const { status, text } = await change(client, { ...typed, ...wrong });
      const marked = [...text.matchAll(/id="([a-z]+)-problem"/g)].map(([, id]) => id);
      expect([wrong, status, marked]).toEqual([wrong, 422, [field]]);
    }
    expect((await withPassword({ email })).reply.status).toBe(303);
  });

  it('is not that of the operator of a sandbox, who has none', async () => {
    await rig.restart();
    const client = new PersonClient(rig);
    await client.get(`/console/link/${'s'.repeat(43)}`);
    await client.submit({});
    expect((await client.get('/console/account')).text).not.toContain('/console/account/password');
    expect((await client.get('/console/account/password')).status).toBe(404);
  });
});

describe('a form', () => {
  it('is refused without the cookie, with another’s proof, and from another site', async () => {
    const [one, other] = [await enrolled(rig, VIEWER), await enrolled(rig, VIEWER)];
    await one.client.get(ORDERS);
    await other.client.get(ORDERS);
    const body = new URLSearchParams(other.client.hidden()).toString();
    expect((await one.client.post('/console/sign-out', body)).status).toBe(403);
    const refused = await one.client.post('/console/sign-out', '');
    expect([refused.status, refused.text.includes(one.email)]).toEqual([403, true]);
    const own = new URLSearchParams(one.client.hidden()).toString();
    expect((await one.client.post('/console/sign-out', own, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await one.client.post('/console/sign-out', own, { 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
    expect((await new PersonClient(rig).post('/console/sign-in', own)).status).toBe(403);
    expect((await one.client.get(ORDERS)).status).toBe(200);
  });

  it('of an anonymous browser is worth nothing after the sign-in', async () => {
    const person = await enrolled(rig, VIEWER);
    const client = new PersonClient(rig);
    await client.get('/console/sign-in');
    const planted = client.cookie;
    await client.send({ email: person.email, password: PASSWORD_OF_PERSON });
    const attacker = new PersonClient(rig);
    attacker.cookie = planted;
    expect((await attacker.get('/console/sign-in/code')).headers.location).toBe('/console/sign-in?ended');
  });
});

describe('guesses', () => {
  it('from one network are refused after thirty, and only from there', async () => {
    const guesser = await startRig({ TRUSTED_PROXIES: '127.0.0.1' });
    const client = new PersonClient(guesser);
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    await client.get('/console/sign-in');
    const body = new URLSearchParams({ ...client.hidden(), email: 'a@shop.example', password: 'x' }).toString();
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await client.post('/console/sign-in', body, from('203.0.113.7'))).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(422), 429]);
    expect((await client.post('/console/sign-in', body, from('203.0.113.8'))).status).toBe(422);
    await guesser.close();
  });

  it('are in the audit trail with the person, and without a text that is nobody’s', async () => {
    const person = await enrolled(rig, VIEWER);
    await withPassword(person, 'not the password');
    await withPassword({ email: 'my-password-in-the-wrong-field@x' }, 'x');
    await rig.restart();
    const failed = (await actions()).filter((one) => one.startsWith('sign-in failed')).join();
    expect(failed).toContain(`"person":"${person.email}"`);
    expect(failed).not.toContain('wrong-field');
  });
});
