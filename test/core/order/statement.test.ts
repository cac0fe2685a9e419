import { describe, expect, it } from 'vitest';
import { statementOf } from '../../../src/core/order/statement.ts';
import { amount, bench } from '../operations/bench.ts';
import { cardBody } from '../world.ts';

const detailsOf = (statementDescriptor: object) => ({ order: { statementDescriptor } });
const body = (statementDescriptor: object) => ({ ...cardBody(), order: { ...cardBody().order, statementDescriptor } });
const IN_GALWAY = {
  name: 'Łódź Bücher & Söhne Verlag',
  phone: '+353 91 555 010',
  address: { city: 'Galway', country: 'IRL' },
};

describe('the name on a statement', () => {
  it('is in ASCII, cut to 22 characters, with city and country', () => {
    expect(statementOf(detailsOf(IN_GALWAY))).toEqual({
      name: 'Lodz Bucher & Sohne Ve',
      place: 'Galway',
      country: 'IE',
    });
  });

  it('has the phone where there is no city', () => {
    expect(statementOf(detailsOf({ name: 'SHOP', phone: '+353 91 555 010' }))?.place).toBe('+353 91 555 0');
  });

  it.each([[{}], [detailsOf({ phone: '1' })], [detailsOf({ name: '本屋' })], [detailsOf({ name: '\u200b' })]])(
    'is absent in %j',
    (details) => {
      expect(statementOf(details)).toBeUndefined();
    },
  );
});

describe('a payment', () => {
  it('sends the name to the acquirer with the authorization, its capture and its refund', async () => {
    const on = bench();
    await on.run('AUTHORIZE', '1', body(IN_GALWAY));
    expect(on.asked().statement).toMatchObject({ name: 'Lodz Bucher & Sohne Ve', country: 'IE' });
    await on.run('CAPTURE', '2', amount('12.00'));
    expect(on.lastAdvice().statement).toMatchObject({ name: 'Lodz Bucher & Sohne Ve', country: 'IE' });
    await on.run('REFUND', '3', amount('5.00'));
    expect(on.asked()).toMatchObject({ kind: 'REFUND', statement: { name: 'Lodz Bucher & Sohne Ve' } });
  });

  it('has the profile’s name where the request has none', async () => {
    const on = bench({ statementDescriptor: 'HARBOUR*BOOKS' });
    await on.run('PAY', '1', body({ phone: '0800' }));
    expect(on.asked().statement).toEqual({ name: 'HARBOUR*BOOKS', place: '0800', country: undefined });
    const other = bench({ statementDescriptor: 'HARBOUR*BOOKS' });
    const { request } = await other.run('PAY', '1', body({ name: 'Own name' }));
    expect(other.asked().statement?.name).toBe('Own name');
    expect(request.details.order?.statementDescriptor).toEqual({ name: 'Own name' });
  });

  it('sends nothing without a name', async () => {
    const on = bench();
    await on.run('PAY', '1', cardBody());
    expect(on.asked().statement).toBeUndefined();
  });
});
