/** The metrics of acquirers, providers and directory servers, to which this process sends messages. */
import { BREAKER_STATES, counter, type Family, gauge, ofEach, ofEachProvider, singleValue } from './family.ts';

export const PARTNER_FAMILIES: readonly Family[] = [
  gauge(
    'turnpike_acquirer_up',
    'Whether this process is signed on to the acquirer.',
    ofEach((acquirer) => singleValue(acquirer.status().isSignedOn ? 1 : 0)),
  ),
  gauge(
    'turnpike_acquirer_breaker_state',
    '1 for the state that the breaker is in.',
    ofEach((acquirer) =>
      BREAKER_STATES.map((state) => ({
        labels: { state: state.toLowerCase() },
        value: acquirer.status().breaker === state ? 1 : 0,
      })),
    ),
  ),
  gauge(
    'turnpike_acquirer_in_flight',
    'Messages that wait for their answers.',
    ofEach((acquirer) => singleValue(acquirer.status().inFlight)),
  ),
  counter(
    'turnpike_acquirer_timeouts_total',
    'Messages that were not answered in time.',
    ofEach((acquirer) => singleValue(acquirer.counters().timedOut)),
  ),
  counter(
    'turnpike_acquirer_held_back_total',
    'Messages that the open breaker kept from being sent.',
    ofEach((acquirer) => singleValue(acquirer.counters().heldBack)),
  ),
  counter(
    'turnpike_acquirer_sign_ons_total',
    'Connections that the acquirer took.',
    ofEach((acquirer) => singleValue(acquirer.counters().signOns)),
  ),
  counter(
    'turnpike_acquirer_answers_refused_total',
    'Answers that were not believed, by reason.',
    ofEach((acquirer) => {
      const { contradictory, garbled, unmatched } = acquirer.counters();
      return Object.entries({ contradictory, garbled, unmatched }).map(([reason, value]) => ({
        labels: { reason },
        value,
      }));
    }),
  ),
  gauge(
    'turnpike_provider_merchants_down',
    'Merchants for whom the provider answers nothing; their pages do not offer it.',
    ofEachProvider('merchantsDown'),
  ),
  counter(
    'turnpike_provider_unanswered_total',
    'Calls that the provider did not answer.',
    ofEachProvider('unanswered'),
  ),
  counter(
    'turnpike_provider_held_back_total',
    'Payments that were not begun because the provider answers nothing.',
    ofEachProvider('heldBack'),
  ),
  gauge(
    'turnpike_directory_server_up',
    'Whether the card ranges of a scheme were read since the start; without them no payer of it is authenticated.',
    ({ rangeAges }) =>
      [...rangeAges()].map(([scheme, age]) => ({ labels: { scheme }, value: age === undefined ? 0 : 1 })),
  ),
  gauge(
    'turnpike_directory_server_ranges_age_seconds',
    'How long ago the card ranges were the latest of their directory server.',
    ({ rangeAges }) =>
      [...rangeAges()].flatMap(([scheme, age]) =>
        age === undefined ? [] : [{ labels: { scheme }, value: age / 1_000 }],
      ),
  ),
];
