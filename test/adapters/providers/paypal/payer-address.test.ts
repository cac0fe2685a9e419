import { describe, expect, it } from 'vitest';
import { addressFromPayPal, addressToPayPal } from '../../../../src/adapters/providers/paypal/payer-address.ts';

const BRISTOL = { street: '12 Harbour Row', city: 'Bristol', postcodeZip: 'BS1 4RN', country: 'GBR' };

describe('an address for PayPal', () => {
  it('has PayPal’s names of its lines, and the country’s two-letter code', () => {
    expect(addressToPayPal({ ...BRISTOL, street2: 'Flat 3', stateProvince: 'Avon', name: 'Alex' })).toEqual({
      address_line_1: '12 Harbour Row',
      address_line_2: 'Flat 3',
      admin_area_1: 'Avon',
      admin_area_2: 'Bristol',
      postal_code: 'BS1 4RN',
      country_code: 'GB',
    });
  });

  it('in China has PayPal’s code for China', () => {
    expect(addressToPayPal({ ...BRISTOL, stateProvince: 'Shanghai', country: 'CHN' })).toMatchObject({
      country_code: 'C2',
    });
  });

  it.each([
    ['there is none', undefined],
    ['the street is missing', { ...BRISTOL, street: undefined }],
    ['the city is missing', { ...BRISTOL, city: undefined }],
    ['the country is missing', { ...BRISTOL, country: undefined }],
    ['the country is none', { ...BRISTOL, country: 'ZZZ' }],
    ['the state is missing where PayPal wants one', { ...BRISTOL, country: 'USA' }],
  ])('is left out where %s', (_, address) => {
    const given = address && Object.fromEntries(Object.entries(address).filter(([, line]) => line !== undefined));
    expect(addressToPayPal(given)).toBeUndefined();
  });
});

describe('an address from PayPal', () => {
  it('is the one that was sent there', () => {
    expect(addressFromPayPal(addressToPayPal(BRISTOL) as never)).toEqual(BRISTOL);
  });

  it.each(['C2', 'CN'])('in China has either code: %s', (country_code) => {
    expect(addressFromPayPal({ country_code } as never)).toEqual({ country: 'CHN' });
  });

  it('leaves out fields too long for the interface, and keeps the rest', () => {
    const address = { address_line_1: 'x'.repeat(101), admin_area_2: 'Bristol', postal_code: '12345678901' };
    expect(addressFromPayPal({ ...address, country_code: 'ZZ' } as never)).toEqual({ city: 'Bristol' });
  });

  it('without a usable field is left out', () => {
    expect(addressFromPayPal(undefined)).toBeUndefined();
    expect(addressFromPayPal({ address_line_1: '' } as never)).toBeUndefined();
  });
});
