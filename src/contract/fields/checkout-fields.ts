/** A checkout, the session of a hosted page or of a payment link: fields of the request and of the answer. */

import { dateTime } from '../calendar-types.ts';
import { always, alwaysGroup, field, group } from '../field.ts';
import { digitsBetween, enumeration, hex } from '../field-types.ts';
import { url } from '../web-types.ts';

/** This gateway's own limit of the attempts with a payment link, which is sent to one payer. */
const LINK_ATTEMPTS_MAX = 25n;
const INDICATOR_CHARACTERS = 32;

const modes = enumeration('PAYMENT_LINK', 'WEBSITE');

export const checkoutMode = field(
  modes,
  'Whether a shop sends the payer to the page, or the payer gets its address as a link.',
);

export const paymentLink = group(
  {
    expiryDateTime: field(dateTime(), 'When the link ends; it lives until then, in use or not.'),
    numberOfAllowedAttempts: field(digitsBetween(1n, LINK_ATTEMPTS_MAX), 'How often the link may be tried.'),
  },
  { doc: 'Settings of a payment link.' },
);

/** Members of the answer besides session and merchant. */
export const checkoutFacts = {
  checkout: alwaysGroup({ url: always(url(), 'Send the payer here.') }, { doc: 'The hosted page of this checkout.' }),
  checkoutMode: always(modes, 'As requested; WEBSITE by default.'),
  paymentLink: group(
    { url: always(url(), 'The link to give to the payer.') },
    { doc: 'The link, where one was requested.' },
  ),
  successIndicator: always(
    hex(INDICATOR_CHARACTERS, INDICATOR_CHARACTERS),
    'Keep it: the payer brings it home as resultIndicator when the payment succeeded, and only then.',
  ),
};
