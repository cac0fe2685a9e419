/** Tokens with ids chosen by the merchant. */
import { describe, expect, it } from 'vitest';
import { findToken } from '../../../src/core/tokens/token-operations.ts';
import { anyTextAt } from '../../contract/fields-at.ts';
import { CARD } from '../world.ts';
import { CARD_PATH, card, giftCard, refusal, refusedFields, tokenRig, VISA } from './rig.ts';

const supplied = async (profile: object = {}) => {
  const rig = await tokenRig();
  return { ...rig, shop: await rig.merchant({ tokenGeneration: 'MERCHANT_SUPPLIED', ...profile }) };
};

describe('MERCHANT_SUPPLIED', () => {
  it('stores an instrument under the merchant’s id, and replaces it at the next PUT', async () => {
    const { ask, shop, dependencies, numberOf } = await supplied();
    expect(await ask(shop, card({ nameOnCard: 'Ann' }), 'mine1')).toMatchObject({
      created: true,
      token: { token: 'mine1' },
    });
    const expiry = { month: '3', year: '40' };
    const update = { sourceOfFunds: { type: 'CARD', provided: { card: { expiry } } } };
    expect(await ask(shop, update, 'mine1')).toMatchObject({ created: false });
    const changed = await findToken(dependencies, shop, 'mine1');
    expect(numberOf(changed)).toBe(CARD.number);
    expect(['expiry.year', 'nameOnCard'].map((name) => anyTextAt(changed.fields, `${CARD_PATH}.${name}`))).toEqual([
      '40',
      'Ann',
    ]);
  });

  it('a second card drops the values of the first one', async () => {
    const { ask, shop, dependencies, numberOf } = await supplied();
    await ask(shop, card({ nameOnCard: 'Ann' }), 'mine1');
    const another = card({ number: VISA, expiry: null });
    expect(await refusedFields(ask(shop, another, 'mine1'))).toEqual([`${CARD_PATH}.expiry`]);
    await ask(shop, card({ number: VISA }), 'mine1');
    const changed = await findToken(dependencies, shop, 'mine1');
    expect([numberOf(changed), anyTextAt(changed.fields, `${CARD_PATH}.nameOnCard`)]).toEqual([VISA, undefined]);
  });

  it('an instrument of another kind drops the values of the first one', async () => {
    const { ask, shop, dependencies } = await supplied();
    await ask(shop, card({ nameOnCard: 'Ann' }), 'mine1');
    await ask(shop, giftCard({ number: CARD.number }), 'mine1');
    const { fields } = await findToken(dependencies, shop, 'mine1');
    expect(fields).toEqual({ sourceOfFunds: { type: 'GIFT_CARD' } });
  });

  it('concurrent changes end in one of them, whole', async () => {
    const { ask, shop, dependencies } = await supplied();
    await ask(shop, card(), 'mine1');
    const names = ['a', 'b', 'c', 'd', 'e'];
    const all = await Promise.all(
      names.map((nameOnCard, at) =>
        ask(shop, card({ nameOnCard, expiry: { month: `${at + 1}`, year: '39' } }), 'mine1'),
      ),
    );
    expect(all.map((result) => result.kind === 'STORED' && result.created)).toEqual(names.map(() => false));
    const { fields } = await findToken(dependencies, shop, 'mine1');
    const name = anyTextAt(fields, `${CARD_PATH}.nameOnCard`) ?? '';
    expect(anyTextAt(fields, `${CARD_PATH}.expiry.month`)).toBe(`${names.indexOf(name) + 1}`);
  });

  it('an id that contains a card number, its own or another, is refused', async () => {
    const { ask, shop } = await supplied();
    for (const token of [CARD.number, `x${CARD.number}`, VISA]) {
      expect(await refusedFields(ask(shop, card(), token))).toEqual(['token']);
    }
    const gift = giftCard({ number: '600600123' });
    expect(await refusedFields(ask(shop, gift, 'gift600600123'))).toEqual(['token']);
  });

  it('does not accept POST, and the other strategies do not accept PUT', async () => {
    const { ask, shop, merchant } = await supplied();
    expect((await refusal(ask(shop, card()))).message).toContain('PUT');
    expect((await refusal(ask(await merchant(), card(), 'mine1'))).message).toContain('POST');
  });
});

describe('with one token a card', () => {
  const unique = { tokenManagement: 'UNIQUE_CARD' };

  it('a card that another token has is refused, naming the number', async () => {
    const { ask, shop, dependencies, numberOf } = await supplied(unique);
    await ask(shop, card(), 'mine1');
    await ask(shop, card({ number: VISA }), 'mine2');
    for (const token of ['mine2', 'mine3']) {
      expect(await refusedFields(ask(shop, card(), token))).toEqual([`${CARD_PATH}.number`]);
    }
    expect(numberOf(await findToken(dependencies, shop, 'mine2'))).toBe(VISA);
    expect(await ask(shop, card({ nameOnCard: 'Ann' }), 'mine1')).toMatchObject({ created: false });
  });

  it('one of two ids gets a card that both request at the same time', async () => {
    const { ask, shop } = await supplied(unique);
    const results = await Promise.allSettled(['mine1', 'mine2'].map((token) => ask(shop, card(), token)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('two tokens that one card had before can still be changed', async () => {
    const { ask, shop, merchant } = await supplied();
    for (const token of ['mine1', 'mine2']) {
      await ask(shop, card(), token);
    }
    const now = await merchant({ tokenGeneration: 'MERCHANT_SUPPLIED', ...unique });
    for (const token of ['mine1', 'mine2']) {
      expect(await ask(now, card({ nameOnCard: 'Ann' }), token)).toMatchObject({ created: false });
    }
  });
});
