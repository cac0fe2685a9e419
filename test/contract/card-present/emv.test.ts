import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEmv, shownEmv } from '../../../src/contract/card-present/emv.ts';
import { EMV_TAGS } from '../../../src/contract/card-present/emv-tags.ts';

const tagsOf = (text: string) => {
  const reading = readEmv(text);
  if (!('tags' in reading)) {
    throw new TypeError(reading.problem);
  }
  return Object.fromEntries(reading.tags);
};
const problemOf = (text: string) => {
  const reading = readEmv(text);
  return 'problem' in reading ? reading.problem : undefined;
};
const tlv = (tag: string, value: string) =>
  tag + (value.length / 2).toString(16).padStart(2, '0').toUpperCase() + value;

const ARQC = '9F2608AABBCCDDEEFF00119F2701809F1007060A0A03A000009F37041234ABCD9F36020001950500000080009A03390101';
const TRACK2 = '57115123450000000008D39012010000000000';
const PAN = '5A085123450000000008';

describe('EMV tags', () => {
  it('are read with their values, in either case of hex', () => {
    const read = {
      '9F26': 'AABBCCDDEEFF0011',
      '9F27': '80',
      '9F10': '060A0A03A00000',
      '9F37': '1234ABCD',
      '9F36': '0001',
      '95': '0000008000',
      '9A': '390101',
    };
    expect(tagsOf(ARQC)).toEqual(read);
    expect(tagsOf(ARQC.toLowerCase())).toEqual(read);
  });

  it.each([
    ['one byte of length', '9A03390101'],
    ['81 and a byte', '9A8103390101'],
    ['82 and two bytes', '9A820003390101'],
  ])('are read with a length of %s', (_what, text) => {
    expect(tagsOf(text)).toEqual({ '9A': '390101' });
  });

  it('may be without a value, as a terminal sends an unknown one', () => {
    expect(tagsOf('5A009F1E009A03390101')).toEqual({ '5A': '', '9F1E': '', '9A': '390101' });
  });

  it('fill up to 250 characters and no more', () => {
    const full = `71${'76'}${'00'.repeat(118)}9A03390101`;
    expect(full.length).toBe(250);
    expect(tagsOf(full)['9A']).toBe('390101');
    expect(problemOf(`${full}9B00`)).toContain('1 to 250 characters');
  });

  it.each([
    ['nothing', ''],
    ['half a byte', '9A0339010'],
    ['no hex', '9A03XY0101'],
    ['white space', '9A 03 390101'],
    ['a tag without a length', '9A033901019B'],
    ['half a tag', '9A033901019F'],
    ['a value cut off', '9A033901'],
    ['a length cut off', '9A81'],
    ['a long length cut off', '9A8200'],
    ['an indefinite length', '9A803901010000'],
    ['three bytes of length', '9A83000003390101'],
    ['a tag of four bytes', '9F81820100'],
  ])('are not %s', (_what, text) => {
    expect(problemOf(text)).toMatch(/^BER-TLV in hex/);
  });

  it('that break off are reported by the last known tag before', () => {
    expect(problemOf('9A033901019F0206000000')).toContain('9A');
  });

  it('that are not permitted are all named', () => {
    const named = problemOf('9A033901019F45021234DF0101008E00990104');
    for (const tag of ['9F45', 'DF01', '8E', '99']) {
      expect(named).toMatch(new RegExp(`\\b${tag}\\b`));
    }
    expect(named).not.toContain('9A');
  });

  it.each([
    ['a PIN', '99'],
    ['a PIN block', 'DFED6C'],
    ['a proprietary tag', 'DF8129'],
    ['a card verification value', '9F61'],
    ['a template', '70'],
    ['filling', '00'],
  ])('cannot be %s (%s)', (_what, tag) => {
    expect(problemOf(tlv(tag, '0412'))).toMatch(new RegExp(`\\b${tag}\\b`));
  });

  it('may occur only once', () => {
    expect(problemOf(`${ARQC}9A03390101`)).toMatch(/once.*\b9A\b/);
  });

  it.each([
    ['a number with a letter', '5A', '5123456789ABCDEF'],
    ['a number of eight digits', '5A', '51234500FF'],
    ['a number of twenty digits', '5A', '51234567890123456789'],
    ['a masked number', '5A', '512345FFFFFF0008'],
    ['a track 2 without a separator', '57', '51234500000000083901201000000000'],
    ['a track 2 with a 13th month', '57', '5123450000000008D3913201'],
    ['a track 1 in lower case', '56', Buffer.from('b5123450000000008^lee^3901201').toString('hex').toUpperCase()],
    ['an expiry in a 13th month', '5F24', '391301'],
    ['an expiry on a day 0', '5F24', '390100'],
    ['an expiry of two bytes', '5F24', '3901'],
    ['a sequence number that is none', '5F34', '0A'],
    ['a cryptogram of seven bytes', '9F26', '00112233445566'],
    ['33 bytes of issuer application data', '9F10', '00'.repeat(33)],
  ])('are refused by name where one holds %s', (_what, tag, value) => {
    expect(problemOf(`9F270180${tlv(tag, value)}`)).toMatch(new RegExp(`\\b${tag}\\b`));
    expect(problemOf(`9F270180${tlv(tag, value)}`)).not.toContain(value.slice(0, 6));
  });

  it('of any bytes are read or refused, without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 130 }), (bytes) => {
        const text = Buffer.from(bytes).toString('hex');
        const reading = readEmv(text);
        expect('tags' in reading || reading.problem.length > 0).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('EMV tags in an answer', () => {
  it('are those sent, without card data', () => {
    const holder = tlv('5F20', Buffer.from('LEE/ANN').toString('hex').toUpperCase());
    const hidden = [
      PAN,
      TRACK2,
      holder,
      tlv('56', '4235'),
      tlv('9F1F', '3132'),
      tlv('9F20', '1234'),
      tlv('72', '5A00'),
    ];
    for (const one of hidden) {
      expect([one, shownEmv(one + ARQC)]).toEqual([one, ARQC]);
    }
    expect(shownEmv(ARQC)).toBe(ARQC);
  });

  it('are absent where only card data was sent, or no EMV tags', () => {
    for (const text of [PAN, TRACK2, '5A', '', '990104', `${ARQC}99`]) {
      expect(shownEmv(text)).toBe('');
    }
  });

  it('contain no card number from any place', () => {
    const others = [...EMV_TAGS].filter(([, { populates, hidden }]) => populates === undefined && hidden === undefined);
    const object = fc.constantFrom(...others).map(([tag, { bytesMin }]) => tlv(tag, 'AB'.repeat(bytesMin)));
    const objects = fc.uniqueArray(object, { maxLength: 8 });
    fc.assert(
      fc.property(objects, fc.nat(8), (some, at) => {
        fc.pre(some.join('').length <= 190);
        const shown = shownEmv([...some.slice(0, at), PAN, ...some.slice(at), TRACK2].join(''));
        expect(shown).toBe(some.join(''));
      }),
    );
  });
});

describe('the table of EMV tags', () => {
  it('has tags as BER writes them, with bounds that the interface’s text can hold', () => {
    for (const [tag, { name, bytesMin, bytesMax }] of EMV_TAGS) {
      expect(tagsOf(`${tag}00`)).toEqual({ [tag]: '' });
      expect(name).not.toBe('');
      expect(bytesMin).toBeGreaterThan(0);
      expect(bytesMax).toBeGreaterThanOrEqual(bytesMin);
      expect(bytesMax).toBeLessThan(128);
    }
  });

  it('hides each tag that makes card data of the interface', () => {
    for (const [tag, { populates, hidden }] of EMV_TAGS) {
      if (populates?.secret !== undefined) {
        expect([tag, hidden]).toEqual([tag, true]);
      }
    }
  });

  it('permits each tag that names a field of the interface', () => {
    const populating = [...EMV_TAGS].filter(([, { populates }]) => populates !== undefined).map(([tag]) => tag);
    expect(populating.sort()).toEqual(['56', '57', '5A', '5F24', '5F34', '9F1A', '9F35']);
  });
});
