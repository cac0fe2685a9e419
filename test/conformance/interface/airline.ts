/** Airline data: itinerary, passengers and ticket. */
import { AIRLINE_DOCUMENT_TYPES } from './enumerations.ts';
import {
  AIRPORT,
  ASKED_AMOUNT,
  alphanumeric,
  BOOLEAN,
  CARRIER_CODE,
  COUNTRY,
  DATE,
  digits,
  oneOf,
  string,
  TIME,
} from './facts.ts';
import type { InterfaceField, Operation } from './field.ts';
import { PAYMENT } from './operations.ts';
import { alike, fields, type RowFact, under } from './rows.ts';

const TICKETED = [...PAYMENT, 'CAPTURE', 'REFUND'] as const satisfies readonly Operation[];
const REFUND_TYPES = ['EXCHANGE_TICKET', 'MISCELLANEOUS_CHARGE', 'REFUND', 'TOUR_ORDER'];

const head: Record<string, RowFact> = {
  'airline.bookingReference': alphanumeric(6, 15),
  'airline.documentType': oneOf(...AIRLINE_DOCUMENT_TYPES),
  'airline.planNumber': alphanumeric(2, 2),
  'airline.itinerary.numberInParty': digits(1, 3),
  'airline.itinerary.originCountry': COUNTRY,
};

const leg: Record<string, RowFact> = {
  carrierCode: CARRIER_CODE,
  conjunctionTicketNumber: alphanumeric(11, 16),
  couponNumber: alphanumeric(1, 1),
  departureAirport: AIRPORT,
  destinationAirport: AIRPORT,
  departureDate: DATE,
  destinationArrivalDate: [DATE, { since: 28 }],
  departureTime: TIME,
  destinationArrivalTime: TIME,
  departureTax: ASKED_AMOUNT,
  fare: ASKED_AMOUNT,
  fees: ASKED_AMOUNT,
  taxes: ASKED_AMOUNT,
  endorsementsRestrictions: alphanumeric(1, 20),
  exchangeTicketNumber: alphanumeric(11, 16),
  fareBasis: alphanumeric(1, 24),
  flightNumber: alphanumeric(4, 6),
  stopoverPermitted: BOOLEAN,
  travelClass: alphanumeric(1, 3),
};

const passenger: Record<string, RowFact> = {
  firstName: string(1, 50),
  middleName: string(1, 50),
  lastName: string(1, 20),
  title: string(1, 20),
  frequentFlyerNumber: [string(1, 20), { since: 28 }],
  specificInformation: alphanumeric(1, 59),
};

const ticket: Record<string, RowFact> = {
  conjunctionTicketIndicator: BOOLEAN,
  eTicket: BOOLEAN,
  restricted: BOOLEAN,
  customerReference: [string(1, 20), { until: 28 }],
  exchangedTicketNumber: alphanumeric(11, 16),
  ticketNumber: alphanumeric(11, 16),
  'issue.address': string(1, 16),
  'issue.carrierCode': CARRIER_CODE,
  'issue.carrierName': alphanumeric(1, 25),
  'issue.city': alphanumeric(1, 18),
  'issue.country': COUNTRY,
  'issue.date': DATE,
  'issue.travelAgentCode': alphanumeric(8, 9),
  'issue.travelAgentName': alphanumeric(1, 30),
};

export const AIRLINE: readonly InterfaceField[] = [
  ...fields(
    { side: 'both', operations: TICKETED },
    {
      ...head,
      ...under('airline.itinerary.leg[n]', leg),
      ...under('airline.passenger[n]', passenger),
      ...under('airline.ticket', ticket),
      ...alike('airline.ticket', ['totalFare', 'totalFees', 'totalTaxes'], ASKED_AMOUNT),
    },
  ),
  // A refund lists four of the six values of an authorization.
  ...fields({ side: 'request', operations: ['REFUND'] }, { 'airline.transactionType': oneOf(...REFUND_TYPES) }),
  ...fields(
    { side: 'both', operations: [...PAYMENT, 'CAPTURE'] },
    { 'airline.transactionType': oneOf(...REFUND_TYPES, 'REVERSAL', 'TICKET_PURCHASE') },
  ),
];
