/** Values for the examples: a card that the sandbox approves, a payer without a real address, two mugs. */

interface ExampleCard {
  readonly number: string;
  readonly expiry: { readonly month: string; readonly year: string };
  readonly securityCode?: string;
}

/** A test number that is not issued. */
export const EXAMPLE_CARD: ExampleCard = { number: '5123450000000008', expiry: { month: '1', year: '39' } };

/** A card with this expiry, by which the sandbox's issuer selects the outcome. */
export const cardUntil = (month: string, year: string): ExampleCard => ({
  ...EXAMPLE_CARD,
  expiry: { month, year },
});

const SECURITY_CODE = '100';

export const CARD_WITH_CODE: ExampleCard = { ...EXAMPLE_CARD, securityCode: SECURITY_CODE };

/** A payment in EUR by card. */
export function payment(amount: string, card = EXAMPLE_CARD) {
  return { order: { amount, currency: 'EUR' }, ...instrument({ ...card, securityCode: SECURITY_CODE }) };
}

export function instrument(card: ExampleCard) {
  return { sourceOfFunds: { type: 'CARD', provided: { card } } };
}

export const EXAMPLE_PAYER = {
  customer: { email: 'ada@payer.example', ipAddress: '192.0.2.17' },
  billing: { address: { street: 'Alpha St', city: 'Berlin', postcodeZip: '10115', country: 'DEU' } },
};

export const MUG = { name: 'Mug', sku: 'MUG-BLUE', quantity: 2, unitPrice: '24.90' };

/** A domain that RFC 2606 reserves for examples. */
export const SHOP_PAGE = 'https://shop.example';
