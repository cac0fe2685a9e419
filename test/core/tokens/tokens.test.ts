import { describe, expect, it } from 'vitest';
import { SECRET_PATHS } from '../../../src/contract/secret-paths.ts';
import { secretTexts } from '../../../src/contract/values.ts';
import type { Merchant } from '../../../src/core/merchant/merchant.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import { openedToken, tokenPlace } from '../../../src/core/tokens/stored-token.ts';
import { deleteToken, findToken } from '../../../src/core/tokens/token-operations.ts';
import { anyTextAt } from '../../contract/fields-at.ts';
import { CARD, payment, START } from '../world.ts';
import { ACH, bank, CARD_PATH, card, giftCard, refusal, refusedFields, type TokenRig, tokenRig, VISA } from './rig.ts';

const TRACK2 = ';5123450000000008=39011010000000000?';

describe('the stored token', () => {
  it('has number, expiry and the masked view; no code, track, cryptogram or anything else of the request', async () => {
    const { stored, merchant, dependencies } = await tokenRig();
    const shop = await merchant({ verificationStrategy: 'NONE' });
    const token = await stored(
      shop,
      card(
        {
          accountType: 'SAVINGS',
          nameOnCard: 'Ann Lee',
          sequenceNumber: '1',
          track2: TRACK2,
          mobileWallet: { cryptogramFormat: '3DSECURE', '3DSecure': { onlinePaymentCryptogram: 'AAAA' } },
        },
        { externalTokenProvider: { customData: '{"site":"1"}' }, correlationId: 'x' },
      ),
    );
    const kept = { accountType: 'SAVINGS', expiry: CARD.expiry, nameOnCard: 'Ann Lee' };
    expect(JSON.parse(JSON.stringify(token.fields))).toEqual({
      sourceOfFunds: { type: 'CARD', provided: { card: kept } },
    });
    const sealed = JSON.parse(dependencies.gateway.sealer.open(token.sealedCard, tokenPlace(token)));
    expect(sealed).toEqual({ [`${CARD_PATH}.number`]: CARD.number });
    expect(secretTexts(openedToken(dependencies.gateway.sealer, token), SECRET_PATHS)).toEqual(sealed);
    expect(await findToken(dependencies, shop, token.token)).toEqual({
      ...token,
      fields: JSON.parse(JSON.stringify(token.fields)),
    });
  });

  it('has of a gift card its number without its PIN, of a bank account all but its number in clear', async () => {
    const { stored, merchant, dependencies } = await tokenRig();
    const shop = await merchant();
    const gift = { number: '6006000000000058', pin: '1234', expectedLocalBrand: 'SHOP CARD' };
    const open = async (request: object) => {
      const token = await stored(shop, request);
      const { provided } = JSON.parse(JSON.stringify(token.fields)).sourceOfFunds;
      return [provided, JSON.parse(dependencies.gateway.sealer.open(token.sealedCard, tokenPlace(token)))];
    };
    expect(await open(giftCard(gift))).toEqual([
      { giftCard: { expectedLocalBrand: 'SHOP CARD' } },
      { 'sourceOfFunds.provided.giftCard.number': gift.number },
    ]);
    const { bankAccountNumber, ...clear } = ACH;
    expect(await open(bank())).toEqual([
      { ach: clear },
      { 'sourceOfFunds.provided.ach.bankAccountNumber': bankAccountNumber },
    ]);
  });

  it('has the card of the track that a terminal read', async () => {
    const { stored, merchant, numberOf } = await tokenRig();
    const request = { sourceOfFunds: { type: 'CARD', provided: { card: { track2: TRACK2 } } } };
    const token = await stored(await merchant(), request);
    expect([numberOf(token), anyTextAt(token.fields, `${CARD_PATH}.expiry.year`)]).toEqual([CARD.number, '39']);
  });
});

it('UNIQUE_TOKEN creates a new token each time', async () => {
  const { stored, merchant } = await tokenRig();
  const shop = await merchant();
  expect((await stored(shop, card())).token).not.toBe((await stored(shop, card())).token);
});

describe('UNIQUE_CARD', () => {
  const uniqueCard = async () => {
    const rig = await tokenRig();
    return { ...rig, shop: await rig.merchant({ tokenManagement: 'UNIQUE_CARD' }) };
  };

  it('finds the token of the card, and replaces its stored values by the new ones', async () => {
    const { ask, stored, shop, dependencies, pass } = await uniqueCard();
    const one = await stored(shop, card({ nameOnCard: 'Ann Lee' }));
    pass(1_000);
    const again = await ask(shop, card({ expiry: { month: '2', year: '41' } }));
    expect(again).toMatchObject({ kind: 'STORED', created: false, token: { token: one.token, createdAt: START } });
    const now = await findToken(dependencies, shop, one.token);
    expect(now.updatedAt).toBe(START + 1_000);
    expect(['expiry.month', 'nameOnCard'].map((name) => anyTextAt(now.fields, `${CARD_PATH}.${name}`))).toEqual([
      '2',
      'Ann Lee',
    ]);
  });

  it('keeps the stored expiry where none is given', async () => {
    const { stored, shop } = await uniqueCard();
    const one = await stored(shop, card());
    expect((await stored(shop, card({ expiry: null }))).token).toBe(one.token);
  });

  it('gives one token to any number of requests that come at once', async () => {
    const { ask, shop } = await uniqueCard();
    const results = await Promise.all(Array.from({ length: 10 }, () => ask(shop, card())));
    const tokens = results.filter((result) => result.kind === 'STORED');
    expect(tokens).toHaveLength(10);
    expect(new Set(tokens.map(({ token }) => token.token)).size).toBe(1);
    expect(tokens.filter(({ created }) => created)).toHaveLength(1);
  });

  it('gives another card another token, also a gift card with the same digits', async () => {
    const { stored, shop } = await uniqueCard();
    const all = [card(), card({ number: VISA }), giftCard({ number: CARD.number })];
    const tokens = await Promise.all(all.map((request) => stored(shop, request)));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(3);
  });

  it('knows a bank account by its routing and account numbers together', async () => {
    const { stored, shop } = await uniqueCard();
    const { token } = await stored(shop, bank());
    expect((await stored(shop, bank({ bankAccountHolder: 'A. Lee' }))).token).toBe(token);
    expect((await stored(shop, bank({ routingNumber: '011000015' }))).token).not.toBe(token);
  });

  it('finds the oldest of the tokens that were made while the merchant wanted several for a card', async () => {
    const { stored, merchant } = await tokenRig();
    const many = await merchant();
    const one = await stored(many, card());
    await stored(many, card());
    expect((await stored(await merchant({ tokenManagement: 'UNIQUE_CARD' }), card())).token).toBe(one.token);
  });
});

describe('a payment by token', () => {
  const pay = ({ gateway }: TokenRig, merchant: Merchant, token: string, details: object = {}) =>
    execute(
      gateway,
      payment(
        {
          order: { amount: '12.00', currency: 'EUR' },
          sourceOfFunds: { type: 'CARD', token, provided: { card: details } },
        },
        { merchant },
      ),
    );

  it('takes number and expiry from the token, and the security code from the request', async () => {
    const rig = await tokenRig();
    const shop = await rig.merchant();
    await pay(rig, shop, (await rig.stored(shop, card())).token, { securityCode: '101' });
    const instrument = rig.acquirer.requests[0]?.instrument;
    if (instrument?.kind !== 'CARD') {
      throw new Error('It is a card.');
    }
    const { number, expiry, securityCode } = instrument;
    expect([number.reveal(), expiry, securityCode?.reveal()]).toEqual([CARD.number, CARD.expiry, '101']);
  });

  it('by a token that was deleted, is another merchant’s or stands for a bank account is refused with the field of the token', async () => {
    const rig = await tokenRig();
    const [shop, other] = [await rig.merchant(), await rig.merchant({ id: 'OTHER' })];
    const [gone, others, account] = [
      await rig.stored(shop, card()),
      await rig.stored(other, card()),
      await rig.stored(shop, bank()),
    ];
    await deleteToken(rig.dependencies, shop, gone.token);
    for (const { token } of [gone, others, account]) {
      expect(await refusedFields(pay(rig, shop, token))).toEqual(['sourceOfFunds.token']);
    }
    expect(rig.acquirer.requests).toEqual([]);
  });
});

it('a token that is unknown, deleted or another merchant’s is neither found nor deleted, with the same error', async () => {
  const { stored, merchant, dependencies } = await tokenRig();
  const [shop, other] = [await merchant(), await merchant({ id: 'OTHER' })];
  const [gone, others] = [await stored(shop, card()), await stored(other, card())];
  await deleteToken(dependencies, shop, gone.token);
  const answers = new Set<string>();
  for (const token of ['nobody', gone.token, others.token]) {
    for (const act of [findToken, deleteToken]) {
      answers.add((await refusal(act(dependencies, shop, token))).message);
    }
  }
  expect(answers.size).toBe(1);
  expect((await findToken(dependencies, other, others.token)).token).toBe(others.token);
});
