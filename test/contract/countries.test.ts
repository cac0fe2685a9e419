import { describe, expect, it } from 'vitest';
import { COUNTRIES, countryOfNumeric } from '../../src/contract/countries.ts';

const rows = Object.entries(COUNTRIES).map(([alpha3, [alpha2, numeric]]) => ({ alpha3, alpha2, numeric }));

describe('countries', () => {
  it('are the 249 of ISO 3166-1, each code once', () => {
    expect(rows.length).toBe(249);
    for (const code of ['alpha3', 'alpha2', 'numeric'] as const) {
      expect(new Set(rows.map((row) => row[code])).size).toBe(249);
    }
  });

  it('have codes of three letters, two letters and three digits', () => {
    for (const { alpha3, alpha2, numeric } of rows) {
      expect(`${alpha3} ${alpha2} ${numeric}`).toMatch(/^[A-Z]{3} [A-Z]{2} \d{3}$/);
    }
  });

  it('have the numeric codes that the system’s own tables give to their codes of two letters', () => {
    for (const { alpha2, numeric } of rows) {
      expect(new Intl.Locale(`und-${numeric}`).region).toBe(alpha2);
    }
  });

  it.each([
    ['840', 'USA'],
    ['826', 'GBR'],
    ['276', 'DEU'],
    ['004', 'AFG'],
    ['040', 'AUT'],
    ['036', 'AUS'],
    ['756', 'CHE'],
    ['156', 'CHN'],
    ['158', 'TWN'],
    ['410', 'KOR'],
    ['408', 'PRK'],
    ['728', 'SSD'],
    ['729', 'SDN'],
    ['807', 'MKD'],
    ['275', 'PSE'],
    ['248', 'ALA'],
    ['894', 'ZMB'],
    ['716', 'ZWE'],
  ])('the code %s is %s', (numeric, alpha3) => {
    expect(countryOfNumeric(numeric)).toBe(alpha3);
  });

  it.each(['000', '999', '280', '983', '84', '0840', '', 'USA', 'constructor'])(
    'the code %j belongs to no country',
    (numeric) => {
      expect(countryOfNumeric(numeric)).toBeUndefined();
    },
  );
});
