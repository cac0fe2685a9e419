/** Errors outside the operations: of pages, event streams and providers' callbacks. */
import type { ErrorRow } from './error-row.ts';

export const PAGE_ERRORS = {
  FORM_OF_ANOTHER_SITE: {
    cause: 'REQUEST_REJECTED',
    explanation: 'This form was sent by another site.',
    when: 'A payer’s browser says that the form is not of a page of ours.',
  },
  CHECKOUT_BY_PAGE: {
    cause: 'REQUEST_REJECTED',
    explanation:
      'Pages make no checkouts for this merchant: give session.id of a session that your server made, or allow it by ' +
      'checkoutsByPage in the merchant profile.',
    when: 'A page with checkout.js of up to version 62 has no session, and the profile does not let pages make one.',
  },
  PAGE_OF_STRANGER: {
    cause: 'REQUEST_REJECTED',
    explanation: 'embedHosts of the merchant profile does not name the host of this page: {origin}.',
    when: 'A page of a host that is not the merchant’s asks for a session to pay with.',
  },
  STREAMS_EXHAUSTED: {
    cause: 'SERVER_BUSY',
    explanation: 'Too many pages watch their payments.',
    headers: { 'Retry-After': '10' },
    when: 'A status page asks for events, and too many others do.',
  },
  FIELDS_BUSY: {
    cause: 'SERVER_BUSY',
    explanation: 'Too many fields ask from this network. Ask again in {seconds} seconds.',
    headers: { 'Retry-After': '{seconds}' },
    when: 'Hosted fields ask about cards or for sessions, and too many others of the same network do.',
  },
  REFERENCE_BUSY: {
    cause: 'SERVER_BUSY',
    explanation: 'Too many ask at once. Ask again.',
    headers: { 'Retry-After': '1' },
    when: 'A search or comparison in the reference, and too many others ask.',
  },
  GUIDE_UNKNOWN: {
    cause: 'INVALID_REQUEST',
    status: 404,
    explanation: 'There is no such guide.',
    when: 'The gateway serves no guide of this name.',
  },
  OPERATION_UNKNOWN: {
    cause: 'INVALID_REQUEST',
    status: 404,
    explanation: 'There is no such operation.',
    when: 'The reference has no page about it.',
  },
  PROVIDER_UNKNOWN: {
    cause: 'INVALID_REQUEST',
    status: 404,
    explanation: 'There is no such provider.',
    when: 'A callback for a provider that the gateway does not have.',
  },
  CALLBACK_UNVERIFIED: {
    cause: 'SERVER_BUSY',
    explanation: 'The signature cannot be verified at this moment. Send the callback again.',
    headers: { 'Retry-After': '60' },
    when: 'The certificate or key to verify the signature could not be fetched from the provider.',
  },
  CALLBACK_SIGNATURE_WRONG: {
    cause: 'REQUEST_REJECTED',
    explanation: 'The signature of this callback is not right.',
    when: 'A callback that the provider did not sign.',
  },
  CALLBACK_WITHOUT_PAYMENT: {
    cause: 'INVALID_REQUEST',
    explanation: 'There is no payment with this reference, order, amount and currency.',
    when: 'A signed callback that fits no payment.',
  },
} as const satisfies Record<string, ErrorRow>;
