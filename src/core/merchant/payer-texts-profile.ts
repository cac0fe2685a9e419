/** Members of a profile that pages and mails show to payers. */
import { z } from 'zod';
import { ZONE_PATTERN } from '../../contract/time-zone.ts';

export const statementDescriptorProfile = z
  .string()
  .regex(/^[!-~](?:[ -~]{0,20}[!-~])?$/, '1 to 22 printable ASCII characters, none at the ends a space')
  .nullable()
  .default(null)
  .describe(
    'The name that the payer reads on the statement of the card, where the request has no ' +
      '`order.statementDescriptor.name`: 1 to 22 printable ASCII characters. It is sent to the acquirer, in field 43 ' +
      'of ISO 8583, and shown on receipts. Agree on it with your acquirer, which may print another one.',
  );

/** The form alone: a zone that an update of the platform removes must not make a stored profile unreadable. */
export const timeZoneProfile = z
  .string()
  .regex(ZONE_PATTERN, 'an IANA time zone, such as Europe/Berlin')
  .nullable()
  .default(null)
  .describe(
    'The IANA time zone of the shop, such as `Europe/Berlin`. Times on pages without script, and in mails if the ' +
      "payer's browser reported no zone, are in it. Without it they are in the zone of the country in the payer's " +
      'address, if that country has one time, or in UTC.',
  );
