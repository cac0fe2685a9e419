/** Password guessing by an attacker: its effect on other clients, and its traces. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turnpike } from '../../cli/turnpike.ts';
import { basic, PASSWORD, type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ TRUSTED_PROXIES: '127.0.0.1' });
  for (const id of ['MADE', 'SHOP', 'QUIET', 'CHOSEN']) {
    await rig.merchant({ id, name: id });
  }
});
afterAll(() => rig.close());

const login = (merchant: string, password: string, from = '203.0.113.9') =>
  rig.api('GET', '/order/nobody', undefined, {
    merchant,
    authorization: basic(merchant, password),
    headers: { 'X-Forwarded-For': from },
  });

/** A number of clients that guess one after another until they are stopped. */
function guessers(count: number, merchant: (guess: number) => string, from?: string) {
  let guesses = 0;
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      guesses += 1;
      await login(merchant(guesses), `guess ${guesses}`, from);
    }
  };
  const running = Promise.all(Array.from({ length: count }, one));
  return {
    count: () => guesses,
    async stop() {
      isOver = true;
      await running;
    },
  };
}

const metric = async (name: string) => {
  const { text } = await rig.call('GET', '/metrics', undefined, { authorization: null });
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1) ?? 0,
  );
};

describe('a right password', () => {
  it('that was generated is accepted at once behind the address of forty guessers, right after a restart', async () => {
    const { out } = await turnpike(rig.folder, ['merchant', 'password', 'MADE']);
    await rig.restart();
    const attack = guessers(40, () => 'MADE');
    await expect.poll(() => attack.count()).toBeGreaterThan(50);
    const statuses = [];
    for (let tries = 0; tries < 25; tries += 1) {
      statuses.push((await login('MADE', out.trim())).status);
    }
    await attack.stop();
    expect(statuses).toEqual(Array(25).fill(400));
  });

  it('that a person chose is accepted as well, behind the address of forty guessers, right after a restart', async () => {
    await rig.restart();
    const attack = guessers(40, () => 'CHOSEN');
    await expect.poll(() => attack.count()).toBeGreaterThan(50);
    // A busy machine may refuse it first, with a retry time.
    await expect.poll(async () => (await login('CHOSEN', PASSWORD)).status).toBe(400);
    await attack.stop();
  });
});

describe('guesses', () => {
  it('at ever new merchants share one limit of their address', async () => {
    const statuses = [];
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push((await login(`nobody-${tries}`, 'wrong', '203.0.113.20')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 403, 403]);
    expect((await login('nobody-x', 'wrong', '203.0.113.21')).status).toBe(401);
  });

  it('from one network of IPv6 share one limit', async () => {
    const statuses = [];
    for (let tries = 1; tries <= 11; tries += 1) {
      statuses.push((await login(`nobody-6-${tries}`, 'wrong', `2001:db8:1:2::${tries}`)).status);
    }
    expect(statuses.at(-1)).toBe(403);
  });

  it('at one merchant share one limit over all addresses', async () => {
    const { out } = await turnpike(rig.folder, ['merchant', 'password', 'QUIET']);
    // The gateway reloads a merchant's row after a second.
    await expect.poll(async () => (await login('QUIET', out.trim())).status, { timeout: 30_000 }).toBe(400);
    const answers = await Promise.all(
      Array.from({ length: 101 }, (_, index) => login('QUIET', `wrong ${index}`, `198.51.100.${index}`)),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(1);
    expect((await login('QUIET', out.trim(), '198.51.100.250')).status).toBe(400);
  });

  it('beyond the limit wait for their answer', async () => {
    const began = performance.now();
    expect((await login('nobody-x', 'wrong', '203.0.113.20')).status).toBe(403);
    expect(performance.now() - began).toBeGreaterThan(500);
  });

  it('leave in the log the merchant and the address, and no password', async () => {
    const { json } = await login('SHOP', 'a-canary-of-a-password', '203.0.113.30');
    const line = () => rig.logged.find((one) => one.includes(json.error.supportCode));
    await expect.poll(line).toBeDefined();
    expect(JSON.parse(line()!)).toMatchObject({
      failedLogin: 'wrong_password',
      from: '203.0.113.30',
      merchant: 'SHOP',
      status: 401,
    });
    expect(rig.logged.join('')).not.toContain('canary-of-a-password');
  });

  it('leave in the log both addresses that a proxy named', async () => {
    const { json } = await rig.api('GET', '/order/nobody', undefined, {
      authorization: basic('TESTSHOP', 'wrong'),
      headers: { Forwarded: 'for=203.0.113.32', 'X-Forwarded-For': '203.0.113.33' },
    });
    const line = () => rig.logged.find((one) => one.includes(json.error.supportCode));
    await expect.poll(line).toBeDefined();
    expect(JSON.parse(line()!)).toMatchObject({ from: '127.0.0.1', claimed: ['203.0.113.32', '203.0.113.33'] });
  });

  it('that name a card number as merchant leave none of it in the log', async () => {
    const { json } = await login('5123450000000008', 'wrong', '203.0.113.31');
    await expect.poll(() => rig.logged.some((one) => one.includes(json.error.supportCode))).toBe(true);
    expect(rig.logged.join('')).not.toContain('5123450000000008');
  });

  it('are counted by their reason', async () => {
    const before = await metric('turnpike_failed_logins_total{reason="unknown_merchant"}');
    await login('nobody-y', 'wrong', '203.0.113.40');
    expect(await metric('turnpike_failed_logins_total{reason="unknown_merchant"}')).toBe(before + 1);
  });
});

describe('a password', () => {
  it.each(['\0', '\0\0\0', '\n', '\u007f'])('followed by %j is wrong', async (tail) => {
    expect((await login('SHOP', PASSWORD, '203.0.113.50')).status).toBe(400);
    expect((await login('SHOP', PASSWORD + tail, '203.0.113.50')).status).toBe(401);
  });
});
