import { describe, expect, it } from 'vitest';
import { CARD_BRAND_NAMES, CARD_SCHEMES, FUNDING_METHODS, isLocalBrand } from '../../../src/contract/card-names.ts';
import { BinTableError, readBinTable } from '../../../src/core/cards/bin-file.ts';
import { BIN_TABLE, type BinRow } from '../../../src/core/cards/bin-table.ts';
import { binTable } from '../../../src/core/cards/bins.ts';
import { seededRandom } from '../../support/random.ts';

const cardFacts = binTable(BIN_TABLE).ofNumber;
const row = (from: string, to = from): BinRow => ({ from, to, brand: 'VISA', scheme: 'VISA', fundingMethod: 'DEBIT' });

describe('the known properties of a card', () => {
  it.each([
    ['5123450000000008', 'MASTERCARD', 'MASTERCARD', 'CREDIT'],
    ['5111111111111118', 'MASTERCARD', 'MASTERCARD', 'CREDIT'],
    ['4508750015741019', 'VISA', 'VISA', 'CREDIT'],
    ['345678901234564', 'AMEX', 'AMEX', 'CREDIT'],
    ['5123451000000007', 'MASTERCARD', 'MASTERCARD', 'UNKNOWN'],
    ['371449635398431', 'AMEX', 'AMEX', 'UNKNOWN'],
    ['30123400000000', 'DINERS_CLUB', 'DINERS_CLUB', 'UNKNOWN'],
    ['6011003179988686', 'DISCOVER', 'DISCOVER', 'UNKNOWN'],
    ['3528000000000007', 'JCB', 'JCB', 'UNKNOWN'],
    ['6200000000000005', 'CHINA_UNIONPAY', 'CHINA_UNIONPAY', 'UNKNOWN'],
    ['6799990100000000019', 'MAESTRO', 'MASTERCARD', 'DEBIT'],
    ['135492354874528', 'UATP', 'UATP', 'CHARGE'],
    ['9999999999999995', 'UNKNOWN', 'OTHER', 'UNKNOWN'],
    ['', 'UNKNOWN', 'OTHER', 'UNKNOWN'],
  ])('of %s are: brand %s, scheme %s, funding %s, and no local brand', (number, brand, scheme, fundingMethod) => {
    expect(cardFacts(number)).toEqual({ brand, scheme, fundingMethod });
  });

  it.each([
    ['5067220000000000', 'LOCAL_BRAND_ONLY', 'ELO', 'UNKNOWN', { country: 'BRA' }],
    ['6550000000000001', 'UNKNOWN', 'ELO', 'UNKNOWN', {}],
    ['5062000000000000', 'LOCAL_BRAND_ONLY', 'CARNET', 'UNKNOWN', { country: 'MEX' }],
    ['5077190000000000', 'LOCAL_BRAND_ONLY', 'EBT', 'DEBIT', { country: 'USA' }],
    ['6220440000000000', 'LOCAL_BRAND_ONLY', 'EBT', 'DEBIT', { country: 'USA' }],
    ['5019000000000000', 'LOCAL_BRAND_ONLY', 'OTHER', 'DEBIT', { country: 'DNK' }],
    ['5061000000000000', 'LOCAL_BRAND_ONLY', 'OTHER', 'UNKNOWN', {}],
  ])(
    'of %s are: brand %s, local brand %s, funding %s, country %j, no scheme',
    (number, brand, localBrand, fundingMethod, country) => {
      expect(cardFacts(number)).toEqual({ brand, scheme: 'OTHER', localBrand, fundingMethod, ...country });
    },
  );

  it('have only the interface’s names', () => {
    for (const { brand, scheme, localBrand, fundingMethod } of BIN_TABLE) {
      expect(CARD_BRAND_NAMES).toContain(brand);
      expect(CARD_SCHEMES).toContain(scheme);
      expect(FUNDING_METHODS).toContain(fundingMethod);
      if (localBrand !== undefined) {
        expect(isLocalBrand(localBrand)).toBe(true);
      }
    }
  });

  it.each([
    ['ELO', true],
    ['OTHER', true],
    ['GIROCARD_CHIP', true],
    ['GIROCARD_', false],
    ['GIROCARD', false],
    ['elo', false],
    ['VISA', false],
    [`GIROCARD_${'A'.repeat(42)}`, false],
  ])('accept a local brand named %s: %s', (name, is) => {
    expect(isLocalBrand(name)).toBe(is);
  });
});

describe('a table', () => {
  it('lets the range of most digits decide, in any order of the rows', () => {
    const rows: BinRow[] = [
      { ...row('4'), fundingMethod: 'UNKNOWN' },
      { ...row('412345'), fundingMethod: 'CREDIT' },
      { ...row('4120', '4129'), fundingMethod: 'CHARGE' },
    ];
    for (const table of [binTable(rows).ofNumber, binTable(rows.toReversed()).ofNumber]) {
      const funding = (number: string) => table(number).fundingMethod;
      expect(['4123450000000000', '4123460000000000', '4130000000000000'].map(funding)).toEqual([
        'CREDIT',
        'CHARGE',
        'UNKNOWN',
      ]);
    }
  });

  it('includes both ends of a range, and excludes numbers outside of it', () => {
    const table = binTable([row('500010', '500020')]).ofNumber;
    const found = ['500009', '500010', '500015', '500020', '500021'].map((prefix) => table(`${prefix}999999`).brand);
    expect(found).toEqual(['MAESTRO', 'VISA', 'VISA', 'VISA', 'MAESTRO']);
  });

  it('ignores a range that is longer than the number', () => {
    expect(binTable([row('900000000000', '900000009999')]).ofNumber('9000000001').brand).toBe('UNKNOWN');
  });

  it('finds all kinds of cards with the same first digits', () => {
    const { ofPrefix } = binTable([
      { ...row('4'), fundingMethod: 'UNKNOWN' },
      { ...row('41234500', '41234509'), fundingMethod: 'CREDIT' },
      { ...row('4123450299', '4123450310'), fundingMethod: 'CHARGE' },
      { ...row('412345039999'), fundingMethod: 'DEBIT', prepaid: true },
      { ...row('412345040000'), fundingMethod: 'DEBIT' },
    ]);
    const kinds = (prefix: string) => ofPrefix(prefix).map(({ fundingMethod }) => fundingMethod);
    expect(['41234501', '41234502', '41234503', '41234600'].map(kinds)).toEqual([
      ['CREDIT'],
      ['CREDIT', 'CHARGE'],
      ['CREDIT', 'DEBIT', 'CHARGE'],
      ['UNKNOWN'],
    ]);
  });

  it('without rows still derives the funding method from the brand', () => {
    expect(binTable([]).ofNumber('6799990100000000019').fundingMethod).toBe('DEBIT');
  });

  it('finds in thousands of ranges the same as a linear search', () => {
    const random = seededRandom('20261121');
    const rows: BinRow[] = [];
    for (const digits of [4, 6, 8]) {
      for (let at = 10 ** (digits - 1); at < 10 ** digits; at += random.between(1, 10 ** (digits - 3) * 4)) {
        const to = at + random.between(0, 10 ** (digits - 4) * 2);
        if (String(to).length === digits) {
          rows.push({ ...row(String(at), String(to)), localBrand: `GIROCARD_${at}` });
        }
        at = to + 1;
      }
    }
    expect(rows.length).toBeGreaterThan(1_000);
    const table = binTable(rows).ofNumber;
    const longestFirst = rows.toSorted((a, b) => b.from.length - a.from.length);
    for (let count = 0; count < 5_000; count++) {
      const number = String(random.between(10 ** 11, 10 ** 12));
      const fits = ({ from, to }: BinRow) => number.slice(0, from.length) >= from && number.slice(0, from.length) <= to;
      expect(table(number).localBrand).toBe(longestFirst.find(fits)?.localBrand);
    }
  });
});

describe('an operator’s own table', () => {
  const read = (rows: unknown) => readBinTable(JSON.stringify(rows));
  function refusal(text: string): string {
    try {
      readBinTable(text);
    } catch (error) {
      expect(error).toBeInstanceOf(BinTableError);
      return (error as Error).message;
    }
    throw new Error('was taken');
  }

  it('is read unchanged, as is the project’s own', () => {
    expect(read(BIN_TABLE)).toEqual(BIN_TABLE);
    expect(read([])).toEqual([]);
  });

  it('may leave out the end of a range of one prefix', () => {
    expect(read([{ from: '45', brand: 'VISA', scheme: 'VISA', fundingMethod: 'DEBIT' }])).toEqual([row('45')]);
  });

  it.each([
    ['nothing', '', 'The table is not JSON.'],
    ['an object', '{}', 'The table is not a JSON list of rows.'],
    ['no row', '[1]', 'Row 1: it is no JSON object.'],
    [
      'a number for digits',
      JSON.stringify([{ ...row('45'), from: 45 }]),
      'Row 1: from takes 1 to 12 digits in quotation marks.',
    ],
    ['letters', JSON.stringify([row('45x')]), 'Row 1: from takes 1 to 12 digits in quotation marks; to takes'],
    [
      'ends of different lengths',
      JSON.stringify([row('45', '460')]),
      'Row 1: from and to take the same number of digits.',
    ],
    ['ends in the wrong order', JSON.stringify([row('46', '45')]), 'Row 1: to takes no less than from.'],
    ['an unknown brand', JSON.stringify([{ ...row('45'), brand: 'Visa' }]), 'Row 1: brand takes VISA, MASTERCARD,'],
    ['an unknown scheme', JSON.stringify([{ ...row('45'), scheme: 'MAESTRO' }]), 'Row 1: scheme takes AMEX,'],
    [
      'an unknown local brand',
      JSON.stringify([{ ...row('45'), localBrand: 'ELOS' }]),
      'Row 1: localBrand takes BANAMEX_COSTCO,',
    ],
    [
      'no funding method',
      JSON.stringify([{ ...row('45'), fundingMethod: undefined }]),
      'Row 1: fundingMethod takes CHARGE, CREDIT, DEBIT, UNKNOWN.',
    ],
    [
      'another member',
      JSON.stringify([{ ...row('45'), fundingmethod: 'DEBIT' }]),
      'Row 1: a row has no other members than from,',
    ],
    [
      'a range within another',
      JSON.stringify([row('41', '49'), row('42'), row('47')]),
      'Row 2: its range overlaps that of row 1.\nRow 3: its range overlaps that of row 1.',
    ],
    [
      'the same range twice',
      JSON.stringify([row('42'), row('5'), row('42')]),
      'Row 3: its range overlaps that of row 1.',
    ],
  ])('is refused with %s', (_what, text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it('is refused with a line for every bad row, up to a readable number', () => {
    expect(
      refusal(JSON.stringify([row('x'), row('45'), row('y')]))
        .split('\n')
        .map((line) => line.slice(0, 6)),
    ).toEqual(['Row 1:', 'Row 3:']);
    const lines = refusal(JSON.stringify(Array.from({ length: 30 }, () => row('x')))).split('\n');
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('And 10 more.');
  });

  it('holds no card numbers, and a refusal does not repeat them', () => {
    const message = refusal(
      JSON.stringify([row('5123450000000008'), { ...row('45'), '4508750015741019': 1, brand: '345678901234564' }]),
    );
    expect(message).toMatch(/^Row 1:.*\nRow 2:/);
    expect(message).not.toMatch(/\d{3}/);
  });
});
