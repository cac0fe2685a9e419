/**
 * The largest AUTHORIZE with a ticket that a body can hold: every airline field, and legs and passengers up to 64 KiB.
 */

const BODY_BYTES_MAX = 65_536;

const LEG = {
  carrierCode: 'ZZ/999',
  conjunctionTicketNumber: '0011234567890123',
  couponNumber: '1',
  departureAirport: 'BRS',
  departureDate: '2026-11-21',
  departureTax: '12345678901.25',
  departureTime: '10:15:00+01:00',
  destinationAirport: 'AMS',
  destinationArrivalDate: '2026-11-21',
  destinationArrivalTime: '12:45:00+01:00',
  endorsementsRestrictions: 'NOTREFUNDABLE12345',
  exchangeTicketNumber: '0011234567890123',
  fare: '12345678901.25',
  fareBasis: 'YRTFLEX1234567890ABCDEFG',
  fees: '12345678901.25',
  flightNumber: '123456',
  stopoverPermitted: true,
  taxes: '12345678901.25',
  travelClass: 'YY1',
};

const PASSENGER = {
  firstName: 'Zoë Marguerite',
  frequentFlyerNumber: 'FF123456789012345678',
  lastName: 'Marsh-Featherstone',
  middleName: 'Wilhelmina',
  specificInformation: 'VEGETARIANMEAL1',
  title: 'Ms',
};

const AIRLINE = {
  bookingReference: 'ABCDEF123456789',
  documentType: 'MISCELLANEOUS_CHARGE_ORDER_OR_PREPAID_TICKET_ADVICE',
  transactionType: 'TICKET_PURCHASE',
  planNumber: '12',
  ticket: {
    conjunctionTicketIndicator: true,
    eTicket: true,
    exchangedTicketNumber: '0011234567890123',
    issue: {
      address: '17 Harbour Terr.',
      carrierCode: 'ZZ/999',
      carrierName: 'ZebraAirlinesOfBristol123',
      city: 'BristolTempleMead',
      country: 'GBR',
      date: '2026-11-20',
      travelAgentCode: '123456789',
      travelAgentName: 'HarbourTravelAgency12345678901',
    },
    restricted: false,
    ticketNumber: '0011234567890123',
    totalFare: '12345678901.25',
    totalFees: '12345678901.25',
    totalTaxes: '12345678901.25',
  },
};

/** @param base the AUTHORIZE to add the ticket to, in JSON */
export function airlineBody(base: string): string {
  const bodyOf = (pairs: number) =>
    JSON.stringify({
      ...JSON.parse(base),
      airline: {
        ...AIRLINE,
        itinerary: { leg: Array(pairs).fill(LEG), numberInParty: '999', originCountry: 'GBR' },
        passenger: Array(pairs).fill(PASSENGER),
      },
    });
  const empty = Buffer.byteLength(bodyOf(0));
  const pair = Buffer.byteLength(bodyOf(1)) - empty + 1;
  return bodyOf(Math.floor((BODY_BYTES_MAX - empty) / pair));
}
