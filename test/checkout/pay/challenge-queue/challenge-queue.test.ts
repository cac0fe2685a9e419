/** Payers with the pattern of card-testing bots wait or solve a challenge; all others pay at once. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solve } from '../../../../src/web/components/proof/solve.ts';
import { type CallOptions, type Reply, type Rig, startRig } from '../../../api/rest/rig.ts';
import { AT_LENGTH } from '../../../support/at-length.ts';
import { CANCEL, GOOD, giftCard, hands, REFUSED, wordsOf } from '../../hands.ts';

const SHOP = 'WATCHFUL';
/** A wait of 5 s, and room for a busy machine. */
const LONGER_MS = 30_000;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ TRUSTED_PROXIES: '127.0.0.1' });
  await rig.merchant({
    id: SHOP,
    name: 'Watchful',
    permissions: { partPayment: true },
    limits: { declinesPerAddress: 3, declinesPerCard: null, declinesPerBin: null },
  });
});
afterAll(() => rig.close());

const ofShop = (): Rig =>
  Object.assign(Object.create(rig) as Rig, {
    api: (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
      rig.api(method, path, body, { merchant: SHOP, ...options }),
  });
const { checkout, browse, form, post } = hands(ofShop);

const reached = (order: string) => rig.host.ledger({ order }).length;
const from = (address: string) => ({ 'X-Forwarded-For': address });

/** Sends the form of this page from this address, without cookie. */
async function send(id: string, address: string, fields: Record<string, string> = GOOD): Promise<Reply> {
  const { hidden, action } = await form(id);
  return post(action, { ...hidden, ...fields }, from(address));
}

let addresses = 0;
/** An address with three declined cards, each in a checkout of its own. */
async function suspicious(): Promise<string> {
  addresses += 1;
  const address = `203.0.113.${addresses}`;
  for (let count = 0; count < 3; count += 1) {
    await send((await checkout()).id, address, REFUSED);
  }
  return address;
}

/** A checkout with a waiting form, and its page. */
async function waiting(address?: string) {
  const opened = await checkout();
  const sent = await send(opened.id, address ?? (await suspicious()));
  expect([sent.status, sent.headers.location]).toEqual([303, `/checkout/done/${opened.id}`]);
  const page = await browse(`/checkout/done/${opened.id}`);
  return { ...opened, page, challenge: challengeIn(page) };
}

function challengeIn({ text }: Reply) {
  const [, challenge = ''] = /data-challenge="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(challenge.replaceAll('&#34;', '"').replaceAll('&quot;', '"'));
}

const prove = (id: string, proof: object) => post(`/checkout/pay/${id}`, { proof: JSON.stringify(proof) });

/** Waits until it is paid, which takes a busy machine a moment: the page shows the wait meanwhile. */
async function paidWith(id: string, proof: object) {
  const sent = await prove(id, proof);
  expect([sent.status, sent.headers.location]).toEqual([303, `/checkout/done/${id}`]);
  await paid(id);
}

const paid = (id: string, address = `/checkout/done/${id}`) =>
  expect.poll(async () => wordsOf(await browse(address)), { timeout: LONGER_MS }).toContain('Payment complete');

/** The count of ended waits, by kind. */
const ENDED = /turnpike_suspicious_payments_ended_total\{end="\w+"\} \d+/g;

const solvedWaits = async () =>
  Number(
    /turnpike_suspicious_payments_ended_total\{end="solved"\} (\d+)/.exec(
      (await rig.call('GET', '/metrics')).text,
    )?.[1],
  );

describe('a payer from an address with many declines', () => {
  it('without script waits on a page that refreshes by itself, and then pays without a refusal', async () => {
    const { id, order, page } = await waiting();
    expect(wordsOf(page)).toContain("You have not been charged yet. Please don't pay again yet.");
    // One refresh, after the whole wait.
    expect(page.text).toMatch(new RegExp(`<noscript><meta http-equiv="refresh" content="6; url=/checkout/done/${id}"`));
    expect(reached(order)).toBe(0);
    await expect.poll(() => reached(order), { timeout: LONGER_MS }).toBe(1);
    await paid(id);
  });

  it('with script pays as soon as its browser has solved the challenge', async () => {
    const { id, order, challenge } = await waiting();
    expect(reached(order)).toBe(0);
    const before = await solvedWaits();
    await paidWith(id, { challenge, solution: await solve(challenge) });
    expect([reached(order), (await solvedWaits()) - before]).toEqual([1, 1]);
  });

  it('has a challenge that altcha’s own solver can solve', AT_LENGTH, async () => {
    const { id, challenge } = await waiting();
    const solution = await solveChallenge({ challenge, deriveKey });
    expect(solution).toMatchObject(await solve(challenge));
    await paidWith(id, { challenge, solution });
  });

  it('waits in spite of another checkout’s solution, an altered one, or none', async () => {
    const address = await suspicious();
    const [one, other] = [await waiting(address), await waiting(address)];
    const { parameters } = one.challenge;
    const easier = { ...one.challenge, parameters: { ...parameters, keyPrefix: '00' } };
    const wrong = [
      { challenge: other.challenge, solution: await solve(other.challenge) },
      { challenge: easier, solution: { counter: 0, derivedKey: '00'.repeat(32) } },
      { challenge: one.challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } },
      { challenge: one.challenge },
      {},
    ];
    for (const proof of wrong) {
      expect((await prove(one.id, proof)).headers.location).toBe(`/checkout/done/${one.id}`);
    }
    await post(`/checkout/pay/${one.id}`, { proof: 'no JSON' });
    expect(reached(one.order)).toBe(0);
  });

  it('pays once, for any number of solutions', async () => {
    const { id, order, challenge } = await waiting();
    const proof = { challenge, solution: await solve(challenge) };
    await Promise.all([prove(id, proof), prove(id, proof), prove(id, proof)]);
    await paidWith(id, proof);
    expect(reached(order)).toBe(1);
  });

  it('cannot use one solution for the next try', AT_LENGTH, async () => {
    const address = await suspicious();
    const { id } = await checkout();
    await send(id, address, REFUSED);
    const first = challengeIn(await browse(`/checkout/pay/${id}`));
    const proof = { challenge: first, solution: await solve(first) };
    expect((await prove(id, proof)).headers.location).toBe(`/checkout/pay/${id}`);
    await expect.poll(async () => wordsOf(await browse(`/checkout/pay/${id}`))).toContain('was declined');
    await send(id, address);
    expect((await prove(id, proof)).headers.location).toBe(`/checkout/done/${id}`);
    expect((await browse(`/checkout/done/${id}`)).text).toContain('data-kind="waiting"');
  });

  it('in a frame stays in the frame, with script and without', AT_LENGTH, async () => {
    const { id, challenge } = await waiting();
    const framed = await browse(`/checkout/embedded/pay/${id}`);
    expect(framed.text).toContain(`action="/checkout/embedded/pay/${id}"`);
    expect(framed.text).toContain(`; url=/checkout/embedded/done/${id}"`);
    const proof = JSON.stringify({ challenge, solution: await solve(challenge) });
    const sent = await post(`/checkout/embedded/pay/${id}`, { proof });
    expect(sent.headers.location).toBe(`/checkout/embedded/done/${id}`);
    await paid(id, `/checkout/embedded/done/${id}`);
  });

  it('has the form again where the shop changed the order meanwhile', AT_LENGTH, async () => {
    const { id, order, challenge } = await waiting();
    await rig.api('PUT', `/session/${id}`, { order: { amount: '12.00' } }, { merchant: SHOP });
    await prove(id, { challenge, solution: await solve(challenge) });
    await expect
      .poll(async () => (await browse(`/checkout/pay/${id}`)).text, { timeout: LONGER_MS })
      .toContain('name="number"');
    expect(reached(order)).toBe(0);
  });

  it('is not charged after cancelling by Back or in another tab, since the waiting form is dropped', async () => {
    const address = await suspicious();
    const { id, order } = await checkout();
    const { hidden, action } = await form(id);
    await post(action, { ...hidden, ...GOOD }, from(address));
    const challenge = challengeIn(await browse(`/checkout/pay/${id}`));
    const solution = await solve(challenge);
    const sent = await post(`/checkout/cancel/${id}`, hidden, from(address));
    expect([sent.status, sent.headers.location]).toEqual([303, `/checkout/cancel/${id}`]);
    expect((await browse(`/checkout/cancel/${id}`)).text).toContain(CANCEL);
    expect((await browse(`/checkout/pay/${id}`)).text).toContain('name="number"');
    await prove(id, { challenge, solution });
    // The form's own wait elapses too.
    const ended = async () => (await rig.call('GET', '/metrics')).text.match(ENDED)?.join();
    const before = await ended();
    await expect.poll(ended, { timeout: LONGER_MS }).not.toBe(before);
    expect((await browse(`/checkout/pay/${id}`)).text).toContain('name="number"');
    expect(reached(order)).toBe(0);
  });

  it('keeps a held gift card for its own payer while the rest waits', AT_LENGTH, async () => {
    const address = await suspicious();
    const { id, order } = await checkout({ order: { amount: '100.00' } });
    const first = await form(id);
    const own = { Cookie: first.cookie };
    await post(first.action, { ...first.hidden, ...giftCard('03') }, { ...own, ...from('198.51.100.3') });
    const rest = await form(id, first.cookie);
    await post(rest.action, { ...rest.hidden, ...GOOD }, { ...own, ...from(address) });
    const other = await form(id);
    expect(wordsOf(other.page)).toContain('This order is being paid elsewhere');
    await post(`/checkout/cancel/${id}`, rest.hidden, { Cookie: other.cookie });
    const states = () => rig.host.ledger({ order }).map(({ state }) => state);
    expect(states()).toEqual(['DECLINED', 'APPROVED']);
    expect((await browse(`/checkout/pay/${id}`, own)).text).toContain('data-kind="waiting"');
    await expect.poll(states, { timeout: LONGER_MS }).toEqual(['DECLINED', 'APPROVED', 'APPROVED']);
  });

  it('gets the same page for a second form of the checkout, which is refused', AT_LENGTH, async () => {
    const address = await suspicious();
    const { id, order } = await checkout();
    const { hidden, action } = await form(id);
    await post(action, { ...hidden, ...GOOD }, from(address));
    expect((await post(action, { ...hidden, ...GOOD }, from(address))).headers.location).toBe(`/checkout/done/${id}`);
    await expect.poll(() => reached(order), { timeout: LONGER_MS }).toBe(1);
  });
});

describe('every other payer', () => {
  it('pays without a wait, a challenge, or its script', async () => {
    const { id } = await checkout();
    const { page } = await form(id);
    expect(page.text).not.toContain('data-challenge');
    expect((await send(id, '198.51.100.1')).headers.location).toBe(`/checkout/done/${id}`);
  });

  it('pays without a wait while a payer of the same network with many declines waits', AT_LENGTH, async () => {
    await waiting();
    const { id } = await checkout();
    expect((await send(id, '198.51.100.2')).headers.location).toBe(`/checkout/done/${id}`);
  });
});
