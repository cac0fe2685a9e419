import { describe, expect, it } from 'vitest';
import { luhn } from '../../../src/contract/card-rules.ts';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import { textAt } from '../../../src/contract/values.ts';
import { checkProblems, strategyOf } from '../../../src/core/tokens/checks.ts';
import type { TokenType } from '../../../src/core/tokens/token-instrument.ts';
import { tokenStatus } from '../../../src/core/tokens/token-status.ts';
import { CARD, START, world } from '../world.ts';
import { ACH, asRead, bank, CARD_PATH, card, giftCard, refusedFields, tokenRig, VISA } from './rig.ts';

const ACH_PATH = 'sourceOfFunds.provided.ach';

describe('a missing field is named', () => {
  it.each([
    [
      'a card’s number',
      { sourceOfFunds: { type: 'CARD', provided: { card: { expiry: CARD.expiry } } } },
      [`${CARD_PATH}.number`],
    ],
    ['a card’s expiry', card({ expiry: null }), [`${CARD_PATH}.expiry`]],
    ['both', { sourceOfFunds: { type: 'CARD' } }, [`${CARD_PATH}.number`, `${CARD_PATH}.expiry`]],
    ['a gift card’s number', { sourceOfFunds: { type: 'GIFT_CARD' } }, ['sourceOfFunds.provided.giftCard.number']],
    [
      'every field of a bank account',
      { sourceOfFunds: { type: 'ACH' } },
      ['bankAccountNumber', 'accountType', 'bankAccountHolder', 'routingNumber', 'secCode'].map(
        (name) => `${ACH_PATH}.${name}`,
      ),
    ],
    ['the type', { sourceOfFunds: { provided: { card: CARD } } }, ['sourceOfFunds.type']],
    [
      'the currency that the acquirer is asked in',
      card({}, { verificationStrategy: 'ACQUIRER' }),
      ['transaction.currency'],
    ],
    [
      'the expiry for the acquirer',
      card({ expiry: null }, { verificationStrategy: 'ACQUIRER', transaction: { currency: 'EUR' } }),
      [`${CARD_PATH}.expiry`],
    ],
    [
      'a currency of no country',
      card({}, { verificationStrategy: 'ACQUIRER', transaction: { currency: 'QQQ' } }),
      ['transaction.currency'],
    ],
  ])('%s', async (_what, request, fields) => {
    const { ask, merchant, acquirer } = await tokenRig();
    expect(await refusedFields(ask(await merchant(), request))).toEqual(fields);
    expect(acquirer.requests).toEqual([]);
  });

  it.each(Object.keys(ACH))('%s, if it alone is missing from a bank account', async (name) => {
    const { ask, merchant } = await tokenRig();
    expect(await refusedFields(ask(await merchant(), bank({ [name]: null })))).toEqual([`${ACH_PATH}.${name}`]);
  });

  it('a session’s provider of browser payments is refused as an instrument to store', async () => {
    const { ask, merchant, session } = await tokenRig();
    const shop = await merchant();
    const request = await session(shop, { sourceOfFunds: { type: 'DEMO_WALLET' } });
    expect(await refusedFields(ask(shop, request))).toEqual(['sourceOfFunds.type']);
  });

  it('NONE stores a card without expiry', async () => {
    const { stored, merchant } = await tokenRig();
    const { verification } = await stored(await merchant(), card({ expiry: null }, { verificationStrategy: 'NONE' }));
    expect(verification).toEqual({ strategy: 'NONE', gatewayCode: 'APPROVED' });
  });
});

describe('BASIC', () => {
  const problems = (request: object) => {
    const values = asRead(request);
    const type = textAt(values, 'sourceOfFunds.type') as TokenType;
    return checkProblems('BASIC', type, values, world().gateway.cardFacts).map(({ field }) => field);
  };

  it.each([
    ['a wrong check digit', '5123450000000009'],
    ['too few digits for its brand', '5123450000008'],
    ['a check digit that is right, in a range of no card', '9000000000000001'],
  ])('refuses %s', (_what, number) => {
    expect(problems(card({ number }))).toEqual([`${CARD_PATH}.number`]);
  });

  it.each([
    ['of a worldwide brand', VISA],
    ['of a local brand that first digits do not determine', '2869000000000006'],
  ])('takes a number %s', (_what, number) => {
    expect(luhn(number)).toBe(true);
    expect(problems(card({ number }))).toEqual([]);
  });

  it('does not check if a card has expired, nor a gift card’s number', () => {
    expect(problems(card({ expiry: { month: '1', year: '20' } }))).toEqual([]);
    expect(problems(giftCard({ number: '600600123' }))).toEqual([]);
  });

  it.each([
    ['that is a bank’s', '021000021', []],
    ['with a wrong check digit', '021000022', [`${ACH_PATH}.routingNumber`]],
    ['with its digits out of order', '012000021', [`${ACH_PATH}.routingNumber`]],
    ['of an unassigned range', '990000000', [`${ACH_PATH}.routingNumber`]],
  ])('checks a routing number %s', (_what, routingNumber, fields) => {
    expect(problems(bank({ routingNumber }))).toEqual(fields);
  });
});

describe('the strategy', () => {
  it('is the profile’s unless the request says otherwise', async () => {
    const { ask, merchant } = await tokenRig();
    const shop = await merchant();
    const wrong = card({ number: '5123450000000009' });
    expect(await refusedFields(ask(shop, wrong))).toEqual([`${CARD_PATH}.number`]);
    expect((await ask(shop, { ...wrong, verificationStrategy: 'NONE' })).kind).toBe('STORED');
  });

  it('for a bank account is BASIC where the profile asks the acquirer, and cannot be ACQUIRER', async () => {
    const { profile } = await (await tokenRig()).merchant({ verificationStrategy: 'ACQUIRER' });
    expect([strategyOf('ACH', {}, profile), strategyOf('CARD', {}, profile)]).toEqual(['BASIC', 'ACQUIRER']);
    expect(strategyOf('ACH', { verificationStrategy: 'NONE' }, profile)).toBe('NONE');
    expect(() => strategyOf('ACH', { verificationStrategy: 'ACQUIRER' }, profile)).toThrow(/verificationStrategy/);
  });
});

describe('the status', () => {
  const until = Date.UTC(2026, 11, 1);

  it.each([
    ['in the card’s last month', until - HOUR_MS, 'VALID'],
    ['when that is over in Europe, and not yet everywhere', until + 11 * HOUR_MS, 'VALID'],
    ['when it is over everywhere', until + 12 * HOUR_MS, 'INVALID'],
  ])('is VALID until the last month has ended everywhere: %s', (_when, now, status) => {
    expect(tokenStatus(asRead(card({ expiry: { month: '11', year: '26' } })), now)).toBe(status);
  });

  it('is VALID without an expiry', () => {
    expect(tokenStatus(asRead(giftCard({ number: '600600123' })), START)).toBe('VALID');
  });
});
