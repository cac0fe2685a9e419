/** Pages whose form asks for the payer's details, or shows them. */
import {
  type DisplayControl,
  detailGroups,
  type PayersOwn,
  readDetails,
} from '../../../src/checkout/session/payer-details.ts';
import type { RequestFields } from '../../../src/contract/request-fields.ts';
import type { PayPage } from '../../../src/web/views/index.ts';
import { payPage } from './fixtures.ts';

const ADDRESS = {
  street: '14 Harbour Lane',
  street2: 'Apartment 7, back of the house',
  city: 'Galway',
  stateProvince: 'Connacht',
  postcodeZip: 'H91 E2R4',
  country: 'IRL',
};

/** The payer's details that a shop may know. */
export const KNOWN: RequestFields = {
  customer: { email: 'ada@example.com' },
  billing: { address: ADDRESS },
  shipping: {
    contact: { firstName: 'Ada', lastName: 'Byrne' },
    address: { ...ADDRESS, street: '1 Long Walk' },
  },
};

/** As the gateway makes it of a session that wants all three parts so. */
function pageWith(wanted: DisplayControl, known: RequestFields = {}, own: PayersOwn = {}): Pick<PayPage, 'details'> {
  const displayControl = { billingAddress: wanted, customerEmail: wanted, shipping: wanted };
  const fields = { ...known, interaction: { displayControl } };
  return { details: { card: detailGroups(fields, 'card', own), giftCard: detailGroups(fields, 'giftCard', own) } };
}

export function askedPage(changes: Partial<PayPage> = {}): PayPage {
  return payPage({ ...pageWith('MANDATORY'), ...changes });
}

export function optionalPage(changes: Partial<PayPage> = {}): PayPage {
  return payPage({ ...pageWith('OPTIONAL'), ...changes });
}

/** Sent empty, with an invalid e-mail address. */
export function refusedPage(): PayPage {
  const asked = pageWith('MANDATORY').details.card;
  const { errors, typed } = readDetails(new URLSearchParams({ email: 'ada' }), asked);
  return payPage({ ...pageWith('MANDATORY', {}, { typed }), errors: { number: 'missing', ...errors } });
}

/** Asks for the billing address, beside the delivery address that the shop sent. */
export function sentDeliveryPage(): PayPage {
  const { shipping } = KNOWN;
  const displayControl = { billingAddress: 'MANDATORY', shipping: 'READ_ONLY' } as const;
  const fields = { shipping, interaction: { displayControl } };
  return payPage({ details: { card: detailGroups(fields, 'card'), giftCard: detailGroups(fields, 'giftCard') } });
}

export function knownPage(): PayPage {
  return payPage(pageWith('READ_ONLY', KNOWN));
}
