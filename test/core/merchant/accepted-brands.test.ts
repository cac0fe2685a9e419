import { expect, it } from 'vitest';
import { CARD_BRANDS } from '../../../src/contract/card-rules.ts';
import { acceptedBrands, merchantProfile } from '../../../src/core/index.ts';

const profile = (changes: object) => merchantProfile.parse({ id: 'SHOP', name: 'Shop', ...changes });
const all = [...CARD_BRANDS];

it('every brand is shown where no route and no name limits them', () => {
  expect(acceptedBrands(profile({}), new Set(['default']), 'EUR')).toEqual(all);
});

it('a brand is not shown in a currency whose route leads to no configured acquirer', () => {
  const acquirerRoutes = [{ acquirer: 'gone', brands: ['AMEX', 'UATP'], currencies: ['EUR'] }];
  const routed = profile({ acquirerRoutes });
  expect(acceptedBrands(routed, new Set(['default']), 'EUR')).toEqual(
    all.filter((brand) => brand !== 'AMEX' && brand !== 'UATP'),
  );
  expect(acceptedBrands(routed, new Set(['default']), 'USD')).toEqual(all);
});

it('the brands that the profile names are shown, in its order, each once', () => {
  const named = profile({ branding: { cardBrands: ['AMEX', 'VISA', 'AMEX'] } });
  expect(acceptedBrands(named, new Set(['default']), 'EUR')).toEqual(['AMEX', 'VISA']);
});
