/** The verification of callbacks, which are not signed, and their address registered at the PSP. */
import { describe, expect, it } from 'vitest';
import { readPixCallback } from '../../../../src/adapters/providers/pix/callbacks.ts';
import { referenceOfTxid, refundIdOf, txidOf } from '../../../../src/adapters/providers/pix/names.ts';
import { created, paymentFor, rigWith } from './rig.ts';

const TOKEN = 'T'.repeat(43);
const REFERENCE = 'Zz09aZ09aZ09aZ09';
const message = (...txids: readonly string[]) =>
  Buffer.from(
    JSON.stringify({
      pix: txids.map((txid) => ({ endToEndId: 'E'.repeat(32), txid, valor: '1.00', horario: '2026-11-23T12:00:00Z' })),
    }),
  );
const raw = (path: string | undefined, body: Uint8Array) => ({
  headers: {},
  body,
  ...(path !== undefined && { path }),
});

describe('a callback', () => {
  it.each([TOKEN, `${TOKEN}/pix`, `${TOKEN}/pix/`])('that comes to its secret address is genuine', (path) => {
    expect(readPixCallback(raw(path, message(txidOf(REFERENCE))), TOKEN)).toEqual({
      status: 'GENUINE',
      reference: REFERENCE,
      says: 'PIX_RECEBIDO',
    });
  });

  it.each([undefined, '', 'pix', `${TOKEN}x`, TOKEN.slice(1), `${TOKEN}/other`])('at %s is rejected', (path) => {
    expect(readPixCallback(raw(path, message(txidOf(REFERENCE))), TOKEN)).toEqual({ status: 'FORGED' });
    expect(readPixCallback(raw(path, message(txidOf(REFERENCE))), undefined)).toEqual({ status: 'FORGED' });
  });

  it.each(['', '{', '[]', '{"pix":[]}', '{"pix":"all"}', '\u00ff'])('with the body %j is rejected', (text) => {
    expect(readPixCallback(raw(TOKEN, Buffer.from(text, 'latin1')), TOKEN)).toEqual({ status: 'FORGED' });
  });

  it('names each of its payments once, and leaves out those of others', () => {
    const other = `${REFERENCE.slice(0, -1)}x`;
    const body = message('7978c0c97ea847e78e8849634473c1f1', txidOf(REFERENCE), txidOf(other), txidOf(REFERENCE));
    expect(readPixCallback(raw(TOKEN, body), TOKEN)).toEqual({
      status: 'GENUINE',
      reference: REFERENCE,
      says: 'PIX_RECEBIDO',
      others: [{ reference: other, says: 'PIX_RECEBIDO' }],
    });
  });

  it('without a payment of ours changes nothing, and is not sent again', () => {
    const body = Buffer.from('{"pix":[{"endToEndId":"E1"},{"txid":"not one of ours"}]}');
    expect(readPixCallback(raw(TOKEN, body), TOKEN)).toEqual({ status: 'UNRELATED' });
  });
});

describe('an id', () => {
  it.each(['0', 'a', '-', REFERENCE, 'KIT-0123456789abcdef01234567', '-'.repeat(32), 'z'.repeat(32)])(
    'of %s has letters and digits alone, and is decoded to it',
    (reference) => {
      expect(txidOf(reference)).toMatch(/^[0-9A-Za-z]{26,35}$/);
      expect(refundIdOf(reference)).toMatch(/^[0-9A-Za-z]{1,35}$/);
      expect(referenceOfTxid(txidOf(reference))).toBe(reference);
    },
  );

  it.each([
    '',
    '0'.repeat(26),
    'ç'.repeat(26),
    `tp0${txidOf(REFERENCE).slice(2)}`,
    txidOf(REFERENCE).slice(2),
    `tp${'A'.repeat(40)}`,
  ])('such as %s is not recognized as ours', (txid) => {
    expect(referenceOfTxid(txid)).toBeUndefined();
  });
});

describe('the address for callbacks', () => {
  const webhookOf = ({ psp }: Awaited<ReturnType<typeof rigWith>>) => psp.ledger.webhooks.all()[0]?.url;
  const own = (rig: Awaited<ReturnType<typeof rigWith>>) =>
    `https://pay.example/callback/pix/TESTSHOP/${rig.account.members.callbackToken}`;

  it('is registered at the PSP with the first payment, and not again within the hour', async () => {
    let clock = 0;
    const rig = await rigWith({ elapsed: () => clock });
    await created(rig);
    expect(webhookOf(rig)).toBe(own(rig));
    rig.psp.ledger.webhooks.remove(rig.psp.ledger.webhooks.all()[0]!);
    await created(rig);
    expect(webhookOf(rig)).toBeUndefined();
    clock = 3_600_000;
    await created(rig);
    expect(webhookOf(rig)).toBe(own(rig));
  });

  it('replaces an older one of ours, and no other', async () => {
    const rig = await rigWith();
    const [id, owner] = [rig.account.members.key ?? '', rig.account.members.clientId ?? ''];
    const before = rig.psp.ledger.webhooks.add({ id, owner, url: 'https://erp.example/pix', created_at: 0 });
    await created(rig);
    expect(webhookOf(rig)).toBe('https://erp.example/pix');
    rig.psp.ledger.webhooks.change(before, { url: 'https://pay.example/callback/pix/TESTSHOP/an-older-token' });
    await rig.another().create(paymentFor(rig.account));
    expect(webhookOf(rig)).toBe(own(rig));
  });
});
