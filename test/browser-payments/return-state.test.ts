/**
 * The return from a provider cannot be forged, swapped, stored or replayed: nothing changes, and the payer still gets a
 * page with a next step.
 */

import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleReturn, waitForResult } from '../../src/checkout/return/redirect-steps.ts';
import { DAY_MS } from '../../src/contract/durations.ts';
import { counted } from '../support/counted.ts';
import { homeOf } from '../support/scriptless.ts';
import { type Front, type FrontReply, openFront } from './front.ts';
import { type Ground, openGround } from './ground.ts';
import { FROM, type InitiatedPayment, ORIGIN, World } from './world.ts';

let ground: Ground;
let world: World;
let front: Front;
/** Open; paid, with the payer returned; declined, with the payer still away. */
let open: InitiatedPayment;
let paid: InitiatedPayment;
let declined: InitiatedPayment;

beforeAll(async () => {
  ground = await openGround();
  world = new World(ground);
  front = await openFront(world);
  [open, paid, declined] = [await world.initiate(), await world.initiate(), await world.initiate()];
  world.provider.stand(paid.reference, 'APPROVED');
  await world.handleReturn(paid);
  world.provider.stand(declined.reference, 'DECLINED');
  await world.callBack(declined);
});
afterAll(async () => {
  await front.close();
  await ground.close();
});

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const pick = <T>(from: readonly T[] | string): T => from[randomInt(from.length)] as T;
const parts = (state: string): [string, string, string] => {
  const [, key, expiry, signature] = /^([^-]*)-([^-]*)-(.*)$/.exec(state)!;
  return [key!, expiry!, signature!];
};

/** How each forgery is made from the states of two payments. */
const FORGERIES: Readonly<Record<string, (one: string, other: string) => string>> = {
  random: () => randomBytes(24).toString('base64url'),
  'right in form': () =>
    `${randomInt(1e6).toString(36)}-${(world.now() + DAY_MS).toString(36)}-${randomBytes(16).toString('base64url')}`,
  'one bit of the signature': (one) => {
    const [key, expiry, signature] = parts(one);
    const bytes = Buffer.from(signature, 'base64url');
    bytes[randomInt(bytes.length)]! ^= 1 << randomInt(8);
    return `${key}-${expiry}-${bytes.toString('base64url')}`;
  },
  'spare bits of the signature': (one) => {
    const last = BASE64URL.indexOf(one.at(-1)!);
    return one.slice(0, -1) + BASE64URL[last ^ (1 + randomInt(15))];
  },
  'one character': (one) => {
    const at = randomInt(one.length);
    const changed = one.slice(0, at) + pick(BASE64URL) + one.slice(at + 1);
    return changed === one ? `${one}0` : changed;
  },
  'cut short': (one) => one.slice(0, randomInt(one.length)),
  'made longer': (one) => one + pick(BASE64URL),
  'a longer life': (one) => {
    const [key, , signature] = parts(one);
    // A genuine one ends whole days after its creation.
    return `${key}-${(world.now() + randomInt(1, 1_000) * DAY_MS + 1).toString(36)}-${signature}`;
  },
  'the key of another payment': (one, other) => {
    const [key] = parts(other);
    return [key, ...parts(one).slice(1)].join('-');
  },
  'the signature of another payment': (one, other) => [...parts(one).slice(0, 2), parts(other)[2]].join('-'),
  'a leading zero': (one) => `0${one}`,
  'another case': (one) => one.toUpperCase(),
  'signed with another key': (one) => {
    const [key, expiry] = parts(one);
    const signature = createHmac('sha256', randomBytes(32)).update(`${key}-${expiry} ${open.reference}`).digest();
    return `${key}-${expiry}-${signature.subarray(0, 16).toString('base64url')}`;
  },
  encoded: (one) => `${encodeURIComponent('../')}${one}`,
  'a query in it': (one) => `${one}%3Fstatus=success`,
  'a null in it': (one) => `${one}%00`,
};

const KINDS = Object.keys(FORGERIES).length;

/** A page to read, or a redirect within our own origin. */
function wayOut({ status, headers, text }: FrontReply): string {
  if (status === 303) {
    const target = new URL(headers.location ?? '', ORIGIN);
    return target.origin === ORIGIN ? `303 ${target.pathname.replace(/[^/]*$/, '')}` : `303 to ${target.origin}`;
  }
  const isPage = headers['content-type']?.startsWith('text/html') === true && /<h1[^>]*>[^<]+<\/h1>/.test(text);
  return `${status} ${isPage ? 'page' : headers['content-type']}`;
}

/** By turns as a link and as a form. */
function sent(index: number, state: string): Promise<FrontReply> {
  const path = `/return/${state}?status=success&paid=true`;
  if ((index + Math.floor(index / KINDS)) % 2 === 0) {
    return front.call('GET', path);
  }
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://evil.example' };
  return front.call('POST', path, { headers, body: 'status=success&amount=0.01' });
}

describe('a forged return URL', () => {
  it('changes nothing in any of 1,008 forgeries of 16 kinds, of which 160 are answered with a page', async () => {
    const before = await ground.rows();
    const real = [open.state, paid.state, declined.state];
    const states = Array.from({ length: 63 }, (_, index) =>
      Object.values(FORGERIES).map((forge) => forge(real[index % 3]!, real[(index + 1) % 3]!)),
    ).flat();
    expect(states).toHaveLength(1_008);
    expect(states.filter((state) => real.includes(state))).toEqual([]);
    const hopping = { from: FROM, isPrefetch: false };
    const hops = await Promise.all(
      states.flatMap((state) => [
        handleReturn(world.parts, state, hopping),
        waitForResult(world.parts, state, hopping),
      ]),
    );
    expect(counted(hops.map(({ kind }) => kind))).toEqual({ UNKNOWN_RETURN: 2_016 });
    const answers = await Promise.all(states.slice(0, 160).map((state, index) => sent(index, state)));
    expect(counted(answers.map(wayOut))).toEqual({ '404 page': 160 });
    expect(await ground.rows()).toEqual(before);
    expect(world.provider.count('state')).toBe(2);
  });

  it('is stored by no page, and does not reveal whether the payment exists', async () => {
    const before = await ground.rows();
    const [known, unknown] = [parts(open.state), parts(open.state)];
    unknown[0] = 'zzzzzz';
    const forged = [known, unknown].map(([key, expiry]) => `${key}-${expiry}-${randomBytes(16).toString('base64url')}`);
    const answers = await Promise.all(forged.map((state) => front.call('GET', `/checkout/return/${state}`)));
    expect(answers.map(wayOut)).toEqual(['404 page', '404 page']);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(await ground.rows()).toEqual(before);
  });

  it('leaves no trace in the log, where the request has at most its own line', async () => {
    const lines = [world.log.lines.length, front.logged.length] as const;
    await front.call('GET', `/return/${open.state}x`);
    expect(world.log.lines.slice(lines[0])).toEqual([]);
    expect(front.logged.slice(lines[1]).length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(world.log.lines) + front.logged.join('')).not.toContain(open.state.slice(0, -1));
  });
});

describe('a used return URL', () => {
  it('leads to the same page 100 times, by GET and POST, and changes nothing', async () => {
    const before = await ground.rows();
    const asked = world.provider.calls.length;
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => sent(index, paid.state)));
    expect(counted(answers.map(wayOut))).toEqual({ '303 /checkout/return/': 100 });
    const held = await front.call('GET', `/checkout/return/${paid.state}`);
    expect(homeOf(held.text)).toBe('https://shop.example/return?order=7');
    expect(await ground.rows()).toEqual(before);
    expect(world.provider.calls.length).toBe(asked);
  });
});

describe('an expired return URL', () => {
  it('leads to the status page, and changes nothing', async () => {
    world.pass(DAY_MS);
    const before = await ground.rows();
    const states = [open, paid, declined].flatMap(({ state }) => [state, state]);
    const answers = await Promise.all(states.map((state, index) => sent(index, state)));
    answers.push(...(await Promise.all(states.map((state) => front.call('GET', `/checkout/return/${state}`)))));
    expect(counted(answers.map(wayOut))).toEqual({ '303 /checkout/status/': 12 });
    expect(await ground.rows()).toEqual(before);
    const shown = await Promise.all(answers.map(({ headers }) => front.call('GET', headers.location!)));
    expect(counted(shown.map(wayOut))).toEqual({ '200 page': 12 });
  });
});
