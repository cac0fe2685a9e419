/**
 * The demo adapters' verification of callbacks. Signatures are computed here independently, by the rule in the guide.
 */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { demoProvider } from '../../../src/adapters/providers/demo/demo-protocol.ts';
import type { RawCallback } from '../../../src/core/ports/index.ts';
import { approved, becomes, rigWith } from '../../sandbox/providers/rig.ts';

const SECRET = 'c0'.repeat(32);
const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const SECONDS = NOW / 1_000;
const provider = demoProvider('demoWallet', { origin: 'http://127.0.0.1:9', secret: SECRET });

const FORGED = { status: 'FORGED' };
const MESSAGE = { reference: 'P-1', state: 'APPROVED', order: 'o-1', amount: '12.00', currency: 'EUR' };

function signed(body: string, { seconds = SECONDS, secret = SECRET } = {}): RawCallback {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { headers: { 'x-provider-signature': `t=${seconds},v1=${signature}` }, body: Buffer.from(body) };
}

const read = (raw: RawCallback, now = NOW) => provider.callback(raw, now);

describe('a genuine callback', () => {
  it('names the payment, the amount, the order, and the state', () => {
    expect(read(signed(JSON.stringify({ ...MESSAGE, more: 1 })))).toEqual({
      status: 'GENUINE',
      reference: 'P-1',
      money: { amount: 1200n, currency: 'EUR', orderId: 'o-1' },
      says: 'APPROVED',
    });
  });

  it('of the sandbox is accepted by both demo providers, and by none with another secret', async () => {
    const { wallet, bank, gateway } = await rigWith();
    const payment = await approved(wallet, gateway);
    await becomes(() => gateway.callbacks.length, 1);
    const [raw] = gateway.callbacks;
    const claim = { reference: payment.reference, says: 'APPROVED', money: { amount: 1200n } };
    expect(wallet.callback(raw!, Date.now())).toMatchObject(claim);
    expect(bank.callback(raw!, Date.now())).toMatchObject(claim);
    expect(provider.callback(raw!, Date.now())).toEqual(FORGED);
  });

  it('is valid for five minutes, with a clock that is early or late', () => {
    const raw = signed(JSON.stringify(MESSAGE));
    for (const off of [-300_000, -1, 0, 300_000]) {
      expect(read(raw, NOW + off)).toBeDefined();
    }
    for (const off of [-300_001, 300_001]) {
      expect(read(raw, NOW + off)).toEqual(FORGED);
    }
  });

  it('has its state cut to 40 characters', () => {
    const outcome = read(signed(JSON.stringify({ ...MESSAGE, state: 'X'.repeat(60) })));
    expect(outcome).toMatchObject({ status: 'GENUINE', says: 'X'.repeat(40) });
  });
});

describe('a callback is rejected', () => {
  it('with any byte of its body or of its signature changed', () => {
    const raw = signed(JSON.stringify(MESSAGE));
    const header = String(raw.headers['x-provider-signature']);
    const flipped = (bytes: Uint8Array, index: number, bit: number) => {
      const copy = Buffer.from(bytes);
      copy[index]! ^= 1 << bit;
      return copy;
    };
    for (let bit = 0; bit < 8; bit += 1) {
      for (let index = 0; index < raw.body.length; index += 1) {
        expect(read({ ...raw, body: flipped(raw.body, index, bit) })).toEqual(FORGED);
      }
      for (let index = 0; index < header.length; index += 1) {
        const changed = flipped(Buffer.from(header, 'latin1'), index, bit).toString('latin1');
        expect(read({ ...raw, headers: { 'x-provider-signature': changed } }), changed).toEqual(FORGED);
      }
    }
  });

  it('with bytes added or removed', () => {
    const raw = signed(JSON.stringify(MESSAGE));
    for (const body of [Buffer.concat([raw.body, Buffer.from(' ')]), raw.body.subarray(1), Buffer.alloc(0)]) {
      expect(read({ ...raw, body })).toEqual(FORGED);
    }
  });

  it('that was signed with another secret, or at another time than its header gives', () => {
    expect(read(signed(JSON.stringify(MESSAGE), { secret: 'c1'.repeat(32) }))).toEqual(FORGED);
    const raw = signed(JSON.stringify(MESSAGE));
    const header = String(raw.headers['x-provider-signature']).replace(`t=${SECONDS}`, `t=${SECONDS + 1}`);
    expect(read({ ...raw, headers: { 'x-provider-signature': header } })).toEqual(FORGED);
  });

  it.each([
    undefined,
    '',
    't=,v1=',
    `t=${SECONDS}`,
    `v1=${'0'.repeat(64)}`,
    `t=${SECONDS},v1=${'0'.repeat(63)}`,
    `t=${SECONDS},v1=${'0'.repeat(66)}`,
    `t=${SECONDS},v1=${'z'.repeat(64)}`,
    `t=-1,v1=${'0'.repeat(64)}`,
    `t=1e9,v1=${'0'.repeat(64)}`,
  ])('with the header %j', (header) => {
    const { body } = signed(JSON.stringify(MESSAGE));
    expect(read({ headers: { 'x-provider-signature': header }, body })).toEqual(FORGED);
  });

  it('with two signatures', () => {
    const raw = signed(JSON.stringify(MESSAGE));
    const header = String(raw.headers['x-provider-signature']);
    expect(read({ ...raw, headers: { 'x-provider-signature': [header, header] } })).toEqual(FORGED);
    expect(read({ ...raw, headers: { 'x-provider-signature': `${header},${header}` } })).toEqual(FORGED);
  });

  it.each([
    ['no JSON', 'paid'],
    ['nothing', ''],
    ['a list', '[]'],
    ['no reference', JSON.stringify({ ...MESSAGE, reference: undefined })],
    ['an amount that is none', JSON.stringify({ ...MESSAGE, amount: 'twelve' })],
    ['an amount finer than its currency', JSON.stringify({ ...MESSAGE, amount: '12.001' })],
    ['a currency that is none', JSON.stringify({ ...MESSAGE, currency: 'XXQ' })],
    ['one thing twice', `{"reference":"P-2",${JSON.stringify(MESSAGE).slice(1)}`],
  ])('that has %s, with a valid signature', (_, body) => {
    expect(read(signed(body))).toEqual(FORGED);
  });
});
