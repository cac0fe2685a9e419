import { describe, expect, it } from 'vitest';
import { decryptedNumber } from '../../../src/adapters/vault/p2pe-payload.ts';
import { InterfaceError } from '../../../src/contract/interface-error.ts';
import type { Values } from '../../../src/contract/read.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { cardPresent, type P2pe } from '../../../src/core/cards/card-present.ts';
import { BDK, encrypted } from '../../adapters/vault/terminal.ts';
import { anySecretAt, anyTextAt, anyValueAt } from '../../contract/fields-at.ts';

const PAN = '5123450000000008';
const OTHER = '4508750015741019';
const EXPIRY = { month: '1', year: '39' };
const TRACK1 = `%B${PAN}^LEE/ANN^3901201000?`;
const TRACK2 = `;${PAN}=3901201000?`;
const CARD = 'sourceOfFunds.provided.card';

const SECRET = new Set(['number', 'track1', 'track2', 'emvRequest', 'payload']);

/** A card as the contract's reader returns it, with card data in `Secret`s. */
function secrets(group: object): Values {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => {
      if (typeof value === 'object') {
        return [name, secrets(value)];
      }
      return [name, SECRET.has(name) ? new Secret(value) : value];
    }),
  );
}

const valuesOf = (card: object, more: object = {}): Values => ({
  ...secrets(more),
  sourceOfFunds: { provided: { card: secrets(card) } },
});

const p2pe: P2pe = { bdk: BDK, decrypt: decryptedNumber };

function sent(plain: string, more: object = {}): object {
  const { keySerialNumber, payload } = encrypted(Buffer.from(plain, 'latin1'), 'FFFF9876543210E00001');
  return { keySerialNumber, payload, ...more };
}

/** The resulting values, in clear. */
function read({ values }: { values: Values }, ...names: string[]): unknown[] {
  return names.map((name) => {
    const path = name.startsWith('posTerminal') ? name : `${CARD}.${name}`;
    return anySecretAt(values, path)?.reveal() ?? anyTextAt(values, path);
  });
}
const payable = (result: { values: Values }) => read(result, 'number', 'expiry.month', 'expiry.year');

function problemsOf(values: Values, key: P2pe | undefined = p2pe): string[] {
  try {
    cardPresent(values, key);
  } catch (error) {
    if (!(error instanceof InterfaceError)) {
      throw error;
    }
    const text = JSON.stringify([error.message, error.problems]);
    for (const number of [PAN, OTHER]) {
      for (let at = 0; at + 5 <= number.length; at += 1) {
        expect(text).not.toContain(number.slice(at, at + 5));
      }
    }
    return error.problems.map(({ field, validationType }) => `${field.replace(CARD, 'card')} ${validationType}`);
  }
  return [];
}

const tlv = (tag: string, value: string) => tag + (value.length / 2).toString(16).padStart(2, '0') + value;
const TAG_5A = tlv('5A', PAN);
const TAG_56 = tlv('56', Buffer.from(TRACK1).toString('hex'));
const TAG_57 = tlv('57', `${PAN}D3901201000F`.padEnd(26, 'F'));
const TAG_5F24 = tlv('5F24', '390131');

describe('a payment that is typed', () => {
  it.each([
    ['a card', valuesOf({ number: PAN, expiry: EXPIRY })],
    ['no card at all', { order: { amount: '1' } } as Values],
  ])('with %s is not changed', (_what, values) => {
    expect(cardPresent(values, undefined)).toEqual({ values });
  });
});

describe('EMV tags', () => {
  it('populate number, expiry, sequence number and tracks', () => {
    const emvRequest = [TAG_5A, TAG_5F24, '5F340101', TAG_56, TAG_57].join('');
    const result = cardPresent(valuesOf({ emvRequest }), undefined);
    expect(payable(result)).toEqual([PAN, '1', '39']);
    expect(read(result, 'sequenceNumber', 'track1', 'track2')).toEqual(['1', TRACK1, `${PAN}=3901201000`]);
    expect(anySecretAt(result.values, `${CARD}.number`)?.sensitive).toBe(false);
    for (const name of ['track1', 'track2']) {
      expect(anySecretAt(result.values, `${CARD}.${name}`)?.sensitive).toBe(true);
    }
  });

  it.each([
    ['11', 'ATTENDED'],
    ['12', 'ATTENDED'],
    ['13', 'ATTENDED'],
    ['14', 'UNATTENDED'],
    ['15', 'UNATTENDED'],
    ['16', 'UNATTENDED'],
    ['21', 'ATTENDED'],
    ['22', 'ATTENDED'],
    ['23', 'ATTENDED'],
    ['24', 'UNATTENDED'],
    ['25', 'UNATTENDED'],
    ['26', 'UNATTENDED'],
    ['34', 'UNATTENDED'],
    ['35', 'UNATTENDED'],
    ['36', 'UNATTENDED'],
    ['31', 'UNKNOWN_OR_UNSPECIFIED'],
    ['17', 'UNKNOWN_OR_UNSPECIFIED'],
    ['41', 'UNKNOWN_OR_UNSPECIFIED'],
    ['00', 'UNKNOWN_OR_UNSPECIFIED'],
  ])('set the fields of terminal type %s: %s', (type, attended) => {
    expect(read(cardPresent(valuesOf({ emvRequest: `9F3501${type}` }), undefined), 'posTerminal.attended')).toEqual([
      attended,
    ]);
  });

  it.each([
    ['0840', 'USA'],
    ['0826', 'GBR'],
    ['0004', 'AFG'],
    ['0999', undefined],
    ['1840', undefined],
  ])('set the fields of terminal country %s: %s', (code, country) => {
    expect(
      read(cardPresent(valuesOf({ emvRequest: `9F1A02${code}` }), undefined), 'posTerminal.address.country'),
    ).toEqual([country]);
  });

  it('leave a terminal’s other fields as they are', () => {
    const given = { posTerminal: { name: 'TILL1', address: { city: 'York' } } };
    const result = cardPresent(valuesOf({ emvRequest: '9F1A0208269F350122' }, given), undefined);
    expect(anyValueAt(result.values, 'posTerminal')).toEqual({
      name: 'TILL1',
      attended: 'ATTENDED',
      address: { city: 'York', country: 'GBR' },
    });
  });

  it('are neither used nor compared beside an explicit field', () => {
    const card = { number: OTHER, expiry: { month: '12', year: '40' }, sequenceNumber: '7' };
    const posTerminal = { attended: 'UNATTENDED', address: { country: 'USA' } };
    const emvRequest = [TAG_5A, TAG_5F24, '5F3401019F1A0208269F350122'].join('');
    const result = cardPresent(valuesOf({ ...card, emvRequest }, { posTerminal }), undefined);
    expect(payable(result)).toEqual([OTHER, '12', '40']);
    expect(read(result, 'sequenceNumber')).toEqual(['7']);
    expect(anyValueAt(result.values, 'posTerminal')).toEqual(posTerminal);
  });

  it('without a value populate nothing', () => {
    const result = cardPresent(valuesOf({ number: PAN, emvRequest: '5F24005F34009F350057009A03390101' }), undefined);
    expect(read(result, 'number', 'expiry.month', 'sequenceNumber', 'track2', 'posTerminal.attended')).toEqual([
      PAN,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are shown without card data', () => {
    const emvRequest = `${TAG_5A}9F270180${TAG_57}9a03390101`;
    expect(cardPresent(valuesOf({ emvRequest }), undefined).emv).toBe('9F2701809A03390101');
    expect(cardPresent(valuesOf({ emvRequest: TAG_5A }), undefined).emv).toBeUndefined();
    expect(cardPresent(valuesOf({ number: PAN }), undefined).emv).toBeUndefined();
  });

  it('that are not permitted are refused by their field', () => {
    expect(problemsOf(valuesOf({ number: PAN, emvRequest: `${TAG_5A}990104` }))).toEqual(['card.emvRequest INVALID']);
    expect(problemsOf(valuesOf({ number: PAN, emvRequest: PAN }))).toEqual(['card.emvRequest INVALID']);
  });
});

describe('tracks', () => {
  it.each([
    ['track 1', { track1: TRACK1 }],
    ['track 2', { track2: TRACK2 }],
    ['both', { track1: TRACK1, track2: TRACK2 }],
    ['track 2, before a track 1 that says otherwise', { track1: `%B${OTHER}^LEE/ANN^4012201?`, track2: TRACK2 }],
  ])('give number and expiry where the request has none: %s', (_what, card) => {
    expect(payable(cardPresent(valuesOf(card), undefined))).toEqual([PAN, '1', '39']);
  });

  it('fill in missing values alone', () => {
    expect(payable(cardPresent(valuesOf({ number: PAN, track2: TRACK2 }), undefined))).toEqual([PAN, '1', '39']);
    expect(payable(cardPresent(valuesOf({ expiry: EXPIRY, track2: TRACK2 }), undefined))).toEqual([PAN, '1', '39']);
    const noExpiry = `;${PAN}==201?`;
    expect(payable(cardPresent(valuesOf({ expiry: EXPIRY, track2: noExpiry }), undefined))).toEqual([PAN, '1', '39']);
    expect(payable(cardPresent(valuesOf({ track1: TRACK1, track2: noExpiry }), undefined))).toEqual([PAN, '1', '39']);
  });

  it.each([
    ['another number', { number: OTHER, track2: TRACK2 }],
    ['another month', { expiry: { month: '2', year: '39' }, track2: TRACK2 }],
    ['another year', { number: PAN, expiry: { month: '1', year: '40' }, track2: TRACK2 }],
    ['a text that is no track of a card', { number: PAN, expiry: EXPIRY, track2: '123456' }],
    ['a chip’s other number', { emvRequest: tlv('5A', OTHER), track2: TRACK2 }],
    ['a chip’s other expiry', { emvRequest: tlv('5F24', '400131'), track2: TRACK2 }],
    ['an encrypted other number', { p2pe: sent(OTHER), track2: TRACK2 }],
  ])('are refused if they contain track 2 with %s', (_what, card) => {
    expect(problemsOf(valuesOf(card))).toEqual(['card.track2 INVALID']);
  });

  it('that are a chip’s track 2 are refused by the chip’s field', () => {
    expect(problemsOf(valuesOf({ number: OTHER, emvRequest: TAG_57 }))).toEqual(['card.emvRequest INVALID']);
    expect(problemsOf(valuesOf({ emvRequest: tlv('5A', OTHER) + TAG_57 }))).toEqual(['card.emvRequest INVALID']);
  });

  it.each([
    ['1, of 77 characters', 'track1', TRACK1.slice(1, -1).padEnd(77, '0')],
    ['1, of 77 characters between its sentinels', 'track1', `${TRACK1.slice(0, -1).padEnd(78, '0')}?`],
    ['2, of 38 characters', 'track2', TRACK2.slice(1, -1).padEnd(38, '0')],
    ['2, of 38 characters between its sentinels', 'track2', `${TRACK2.slice(0, -1).padEnd(39, '0')}?`],
  ])('are refused if no message to the acquirer has room for track %s', (_what, name, track) => {
    expect(problemsOf(valuesOf({ [name]: track }))).toEqual([`card.${name} INVALID`]);
    // A track that is one character shorter fits, including sentinels and check character.
    const fitting = track.replace('0?', '?5').replace(/0$/, '');
    expect(problemsOf(valuesOf({ [name]: fitting }))).toEqual([]);
  });

  it('with track 1 alone are not compared with the number', () => {
    const result = cardPresent(valuesOf({ number: OTHER, expiry: EXPIRY, track1: TRACK1 }), undefined);
    expect(payable(result)).toEqual([OTHER, '1', '39']);
    expect(payable(cardPresent(valuesOf({ number: OTHER, track1: 'FREE TEXT' }), undefined))[0]).toBe(OTHER);
  });
});

describe('a P2PE payload', () => {
  it('gives the number', () => {
    const result = cardPresent(valuesOf({ p2pe: sent(PAN), expiry: EXPIRY }), p2pe);
    expect(payable(result)).toEqual([PAN, '1', '39']);
    expect(result.declined).toBeUndefined();
    expect(JSON.stringify(result)).not.toContain(PAN);
  });

  it('is opened with its vector where one is given', () => {
    const initializationVector = '0011223344556677';
    const { keySerialNumber, payload } = encrypted(Buffer.from(PAN), 'FFFF9876543210E00002', initializationVector);
    const group = { keySerialNumber, payload, initializationVector };
    expect(payable(cardPresent(valuesOf({ p2pe: group }), p2pe))[0]).toBe(PAN);
    expect(problemsOf(valuesOf({ p2pe: { keySerialNumber, payload } }))).toEqual(['card.p2pe.payload INVALID']);
  });

  it('takes precedence over an explicit number and a chip’s', () => {
    expect(payable(cardPresent(valuesOf({ number: OTHER, p2pe: sent(PAN) }), p2pe))[0]).toBe(PAN);
    expect(payable(cardPresent(valuesOf({ emvRequest: tlv('5A', OTHER), p2pe: sent(PAN) }), p2pe))[0]).toBe(PAN);
  });

  it.each(['5', '5123', '512345'])('with the card’s own first digits %s is accepted', (cardBin) => {
    expect(payable(cardPresent(valuesOf({ p2pe: sent(PAN, { cardBin }) }), p2pe))[0]).toBe(PAN);
  });

  it.each(['4', '5124', '123450'])('with other first digits %s is refused', (cardBin) => {
    expect(problemsOf(valuesOf({ p2pe: sent(PAN, { cardBin }) }))).toEqual(['card.p2pe.cardBin INVALID']);
  });

  it('that holds no card number is refused', () => {
    expect(problemsOf(valuesOf({ p2pe: sent('no number here!!') }))).toEqual(['card.p2pe.payload INVALID']);
    const otherKey: P2pe = { bdk: 'FEDCBA98765432100123456789ABCDEF', decrypt: decryptedNumber };
    expect(problemsOf(valuesOf({ p2pe: sent(PAN) }), otherKey)).toEqual(['card.p2pe.payload INVALID']);
  });

  it('is refused where the profile has no key', () => {
    const group = sent(PAN, { encryptionState: 'INVALID' });
    const read = () => cardPresent(valuesOf({ p2pe: group }), undefined);
    expect(read).toThrow(InterfaceError);
    try {
      read();
    } catch (error) {
      expect((error as InterfaceError).problems[0]).toMatchObject({
        field: `${CARD}.p2pe`,
        validationType: 'UNSUPPORTED',
      });
    }
  });

  it('is opened if its encryption is valid, and declined unopened if it is not', () => {
    expect(cardPresent(valuesOf({ p2pe: sent(PAN, { encryptionState: 'VALID' }) }), p2pe).declined).toBeUndefined();
    const opened: string[] = [];
    const watched: P2pe = { bdk: BDK, decrypt: ({ payload }) => void opened.push(payload) };
    const values = valuesOf({ p2pe: sent(PAN, { encryptionState: 'INVALID' }) });
    expect(cardPresent(values, watched)).toEqual({ values, declined: 'P2PE_ENCRYPTION_INVALID' });
    expect(opened).toEqual([]);
  });

  it.each(['UNSURE', 'invalid', 'valid'])('of encryption %s is refused', (encryptionState) => {
    expect(problemsOf(valuesOf({ p2pe: sent(PAN, { encryptionState }) }))).toEqual([
      'card.p2pe.encryptionState INVALID',
    ]);
  });
});

describe('data that a terminal read', () => {
  it('is refused for all of its failing fields at once', () => {
    const card = { number: PAN, emvRequest: '990104', p2pe: sent('no number here!!'), track2: `;${OTHER}=3901201?` };
    expect(problemsOf(valuesOf(card))).toEqual([
      'card.emvRequest INVALID',
      'card.p2pe.payload INVALID',
      'card.track2 INVALID',
    ]);
  });

  it.each([
    ['EMV tags', { emvRequest: [TAG_5A, TAG_5F24, TAG_56, TAG_57, '9F1A0208409F350122'].join('') }],
    ['tracks', { track1: TRACK1, track2: TRACK2 }],
    ['a P2PE payload', { number: OTHER, p2pe: sent(PAN), expiry: EXPIRY }],
  ])('changes nothing when it is applied again: %s', (_what, card) => {
    const values = valuesOf(card);
    const before = JSON.stringify(values);
    const once = cardPresent(values, p2pe);
    const twice = cardPresent(once.values, p2pe);
    expect(twice).toEqual(once);
    expect(payable(twice)).toEqual(payable(once));
    expect(JSON.stringify(values)).toBe(before);
  });
});
