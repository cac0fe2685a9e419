/** The journey on an airline ticket, leg by leg. */
import { date, time } from '../calendar-types.ts';
import { field, group, list } from '../field.ts';
import { alphanumeric, boolean, digits, matching, upperAlpha } from '../field-types.ts';
import { amount } from './amounts.ts';

/** This gateway's own limit, more legs than a real journey has. */
const LEGS_MAX = 100;
const ARRIVAL_DATE_SINCE = 28;

/** The interface's regular expression, anchored to the whole text. */
const CARRIER_CODE = /^(?:\w{2}|\d{3}|\w{2}\/\d{3})$/;

export const carrierCode = matching(CARRIER_CODE, 2, 6, '2 characters, 3 digits or a combination in the format ZZ/999');

const leg = group(
  {
    carrierCode: field(carrierCode, 'The carrier that flies the leg: its airline code, its accounting code, or both.'),
    conjunctionTicketNumber: field(alphanumeric(11, 16), 'The ticket that goes on with the journey.', { holds: 'ID' }),
    couponNumber: field(alphanumeric(1, 1), 'The coupon of the ticket that is for this leg.'),
    departureAirport: field(upperAlpha(3), 'IATA code of the airport where the leg begins.'),
    departureDate: field(date(), 'Day of the departure, where it takes place.'),
    departureTax: amount('Tax on leaving, for this leg.'),
    departureTime: field(time(), 'Time of the departure, where it takes place.'),
    destinationAirport: field(upperAlpha(3), 'IATA code of the airport where the leg ends.'),
    destinationArrivalDate: field(date(), 'Day of the arrival, where it takes place.', { since: ARRIVAL_DATE_SINCE }),
    destinationArrivalTime: field(time(), 'Time of the arrival, where it takes place.'),
    endorsementsRestrictions: field(alphanumeric(1, 20), 'Restrictions and conditions of the fare.'),
    exchangeTicketNumber: field(alphanumeric(11, 16), 'The ticket that was given back for this leg.', { holds: 'ID' }),
    fare: amount('Fare of the leg.'),
    fareBasis: field(alphanumeric(1, 24), 'The airline’s code of the fare.'),
    fees: amount('Fees of the leg.'),
    flightNumber: field(alphanumeric(4, 6), 'The flight.'),
    stopoverPermitted: field(boolean(), 'Whether the passenger may stay where the leg ends.'),
    taxes: amount('Taxes on the leg.'),
    travelClass: field(alphanumeric(1, 3), 'The class of service.'),
  },
  { doc: 'One leg.' },
);

export const itinerary = group(
  {
    leg: list(leg, LEGS_MAX, { doc: 'The flights, in their order.' }),
    numberInParty: field(digits(1, 3), 'How many travel together.'),
    originCountry: field(upperAlpha(3), 'Country where the journey begins, ISO 3166-1.'),
  },
  { doc: 'The journey.' },
);
