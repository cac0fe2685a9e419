/** Air travel data that card networks accept: ticket, legs and passengers. */
import { date } from '../calendar-types.ts';
import { field, group, list } from '../field.ts';
import { alphanumeric, boolean, enumeration, string, upperAlpha } from '../field-types.ts';
import { AIRLINE_DOCUMENTS } from './airline-documents.ts';
import { carrierCode, itinerary } from './airline-itinerary.ts';
import { amount } from './amounts.ts';

/**
 * This gateway's own limit. The interface counts a party with up to three digits, and a body of 64 KiB has no room for
 * more.
 */
const PASSENGERS_MAX = 999;

/** The version of the second Authorize page, which added and removed fields. */
const CHANGED_AT = 28;

const passenger = group(
  {
    firstName: field(string(1, 50), 'The passenger’s first name.'),
    frequentFlyerNumber: field(string(1, 20), 'The passenger’s number in the airline’s programme.', {
      holds: 'ID',
      since: CHANGED_AT,
    }),
    lastName: field(string(1, 20), 'The passenger’s last name.'),
    middleName: field(string(1, 50), 'The passenger’s middle name.'),
    specificInformation: field(alphanumeric(1, 59), 'Further data of the passenger on the ticket.'),
    title: field(string(1, 20), 'How the passenger is addressed.'),
  },
  { doc: 'One passenger.' },
);

const issue = group(
  {
    address: field(string(1, 16), 'Where the ticket was issued.'),
    carrierCode: field(carrierCode, 'The carrier that issued the ticket.'),
    carrierName: field(alphanumeric(1, 25), 'Name of that carrier.'),
    city: field(alphanumeric(1, 18), 'City where the ticket was issued.'),
    country: field(upperAlpha(3), 'Country where the ticket was issued, ISO 3166-1.'),
    date: field(date(), 'Day on which the ticket was issued.'),
    travelAgentCode: field(alphanumeric(8, 9), 'Code of the agent who issued the ticket.'),
    travelAgentName: field(alphanumeric(1, 30), 'Name of the agent who issued the ticket.'),
  },
  { doc: 'The issuer of the ticket, with place and date.' },
);

const ticket = group(
  {
    conjunctionTicketIndicator: field(boolean(), 'Whether the journey needs more tickets than this one.'),
    customerReference: field(string(1, 20), 'The payer’s own reference of the ticket.', { until: CHANGED_AT }),
    eTicket: field(boolean(), 'Whether the ticket is electronic.'),
    exchangedTicketNumber: field(alphanumeric(11, 16), 'The ticket for which this one was given.', { holds: 'ID' }),
    issue,
    restricted: field(boolean(), 'Whether the fare is bound to conditions, such as not being given back.'),
    ticketNumber: field(alphanumeric(11, 16), 'The ticket’s number.', { holds: 'ID' }),
    totalFare: amount('Fare of all legs.'),
    totalFees: amount('Fees of all legs.'),
    totalTaxes: amount('Taxes of all legs.'),
  },
  { doc: 'The ticket.' },
);

export const airline = group(
  {
    bookingReference: field(alphanumeric(6, 15), 'The booking’s record locator.'),
    documentType: field(enumeration(...AIRLINE_DOCUMENTS), 'The kind of document that the payment is for.'),
    itinerary,
    passenger: list(passenger, PASSENGERS_MAX, { doc: 'The passengers.' }),
    planNumber: field(alphanumeric(2, 2), 'The airline’s plan under which the ticket was sold.'),
    ticket,
    transactionType: field(
      enumeration('EXCHANGE_TICKET', 'MISCELLANEOUS_CHARGE', 'REFUND', 'REVERSAL', 'TICKET_PURCHASE', 'TOUR_ORDER'),
      'The transaction’s type in the airline’s books.',
    ),
  },
  { doc: 'Air travel data, passed on to the acquirer.' },
);
