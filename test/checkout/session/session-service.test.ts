/** An update of a session during a payment with it, which leaves the session's version unchanged. */
import { beforeEach, describe, expect, it } from 'vitest';
import { keyEncryptionKey } from '../../../src/adapters/vault/keys.ts';
import { Vault } from '../../../src/adapters/vault/vault.ts';
import type { Checkout, Session, Sessions } from '../../../src/checkout/session/session.ts';
import { SessionService } from '../../../src/checkout/session/session-service.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { textAt } from '../../../src/contract/values.ts';
import { opened } from '../../adapters/store/rig.ts';

const CHECKOUT: Checkout = {
  operation: 'PURCHASE',
  mode: 'WEBSITE',
  successIndicator: 'ab',
  version: 100,
  attemptsMax: 3,
};
const BEFORE = { order: { id: 'first', amount: '10.00', currency: 'EUR' } };

let service: SessionService;
let sessions: Sessions;
let session: Session;
/** Hooks around the first write, each called once. */
let beforeWrite: (() => Promise<unknown>) | undefined;
let afterWrite: (() => Promise<unknown>) | undefined;
let isPaid: boolean;
/** Every write loses to a concurrent change. */
let isOvertaken: boolean;

beforeEach(async () => {
  const store = await opened();
  sessions = store.sessions;
  [beforeWrite, afterWrite, isPaid, isOvertaken] = [undefined, undefined, false, false];
  const around: Sessions = Object.assign(Object.create(store.sessions) as Sessions, {
    async replace(next: Session, read: Session) {
      const [before, after] = [beforeWrite, afterWrite];
      [beforeWrite, afterWrite] = [undefined, undefined];
      await before?.();
      const isReplaced = !isOvertaken && (await store.sessions.replace(next, read));
      await after?.();
      return isReplaced;
    },
  });
  for (const name of ['newKey', 'find', 'insert'] as const) {
    Object.assign(around, { [name]: (store.sessions[name] as (...all: unknown[]) => unknown).bind(store.sessions) });
  }
  const kek = keyEncryptionKey(Buffer.alloc(32, 7).toString('base64'))!;
  const sealer = await Vault.open([kek], store.dataKeys);
  service = new SessionService({ sessions: around, sealer, clock: { now: () => 1_800_000_000_000 } as never });
  session = await service.create(1, { values: BEFORE, checkout: CHECKOUT });
});

const refusePaid = async () => {
  if (isPaid) {
    throw new Error('paid');
  }
};
const change = () =>
  service.update(session, { order: { id: 'second', amount: '9.00' } }, { requireAllowed: refusePaid });
const stored = async () => (await sessions.find(session.id))!;

describe('an update of a session', () => {
  it('checks again that it is allowed when another update came between', async () => {
    beforeWrite = async () => {
      await service.update(session, { order: { reference: 'other' } });
      isPaid = true;
    };
    await expect(change()).rejects.toThrow('paid');
    expect(textAt((await stored()).fields, 'order.id')).toBe('first');
  });

  it('validates its values with those that another update stored meanwhile', async () => {
    const merged: unknown[] = [];
    beforeWrite = async () => {
      beforeWrite = undefined;
      await service.update(session, { order: { currency: 'JPY' } });
    };
    const update = service.update(
      session,
      { order: { amount: '10.50' } },
      {
        requireValid: async ({ fields }) => {
          merged.push(fields.order?.currency);
          if (fields.order?.currency === 'JPY') {
            throw new Error('invalid amount');
          }
        },
      },
    );
    await expect(update).rejects.toThrow('invalid amount');
    expect(merged.at(-1)).toBe('JPY');
    expect((await stored()).fields.order?.amount).toBe(BEFORE.order.amount);
  });

  it('is undone when a payment started meanwhile', async () => {
    beforeWrite = async () => {
      isPaid = true;
    };
    await expect(change()).rejects.toThrow('paid');
    const { fields, version, checkout } = await stored();
    expect([fields, checkout]).toEqual([BEFORE, CHECKOUT]);
    expect(version).not.toBe(session.version);
  });

  it('fails if it loses to a concurrent change each time', async () => {
    isOvertaken = true;
    await expect(change()).rejects.toThrow('lost 100 races for one update');
    expect((await stored()).fields).toEqual(BEFORE);
  });

  it('undoes the order alone: an erased security code stays erased', async () => {
    const card = { number: '5123450000000008', securityCode: '100' };
    const provided = { card: { number: new Secret(card.number), securityCode: new Secret(card.securityCode, true) } };
    session = await service.update(session, { sourceOfFunds: { provided } } as never);
    expect((await stored()).sealedSensitive).not.toBeNull();
    afterWrite = async () => {
      isPaid = true;
      await sessions.erase(Number.MAX_SAFE_INTEGER - 1);
    };
    await expect(change()).rejects.toThrow('paid');
    const { sealedSensitive, fields } = await stored();
    expect([sealedSensitive, fields.order]).toEqual([null, BEFORE.order]);
  });
});

describe('the values of a form', () => {
  const asCheckout = (one: Session) => ({ ...one, checkout: one.checkout! });

  it('are not stored if the session has changed since it was read', async () => {
    await change();
    expect(await service.collect(asCheckout(session), {}, null)).toBeUndefined();
  });

  it('keep the time of storing, and remove the details of an earlier form', async () => {
    const details = { paths: ['customer.email' as const], values: { customer: { email: 'ada@shop.example' } } };
    await service.collect(asCheckout(session), { details, storedAt: 5 }, null);
    await service.collect(asCheckout(await stored()), {}, null);
    const { checkout, fields } = await stored();
    expect(checkout).toEqual({ ...CHECKOUT, merchantVersion: session.version, storedAt: 5 });
    expect(fields).toEqual(BEFORE);
  });

  it('removes the name of the wallet whose token the payer’s card replaces', async () => {
    session = await service.update(session, { order: { walletProvider: 'APPLE_PAY' } });
    await service.collect(asCheckout(session), {}, null);
    expect((await stored()).fields.order).toEqual(BEFORE.order);
  });
});
