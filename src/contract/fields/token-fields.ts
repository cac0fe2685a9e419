/** Tokens: the settings for storing an instrument, and a token's answer. */

import { withoutCardData } from '../card-data-types.ts';
import { pick } from '../edit-schema.ts';
import { always, alwaysGroup, field, group } from '../field.ts';
import { enumeration, string } from '../field-types.ts';
import { correlationId, responseControls } from './common.ts';
import { gatewayCode, result } from './response-fields.ts';
import { session } from './session-fields.ts';
import { answeredStoredSource, storedSource } from './source-of-funds-fields.ts';
import { token } from './token-id.ts';
import { transaction } from './transaction-fields.ts';

const strategies = enumeration('ACQUIRER', 'BASIC', 'NONE');

const tokenStatusField = enumeration('INVALID', 'VALID');

export const tokenRequestFields = group(
  {
    correlationId,
    externalTokenProvider: group(
      {
        customData: field(
          withoutCardData(string(1, 4_000)),
          'A site code for an outside token repository, as JSON in a text; no card data.',
        ),
      },
      { doc: 'A token repository outside the gateway.' },
    ),
    responseControls,
    session,
    sourceOfFunds: { ...storedSource, doc: 'The means of payment to store.' },
    transaction: {
      ...pick(transaction, 'currency'),
      doc: 'The currency in which the acquirer verifies the card; a basic check needs none.',
    },
    verificationStrategy: field(
      strategies,
      'Whether the acquirer checks the instrument, or its form alone is looked at, or nothing; the first two need the expiry.',
    ),
  },
  { doc: 'An instrument to store.' },
);

const response = alwaysGroup(
  { gatewayCode: always(gatewayCode, 'The result as a gateway code.') },
  { doc: 'The answer of the gateway.' },
);

export const tokenAnswer = group(
  {
    correlationId,
    repositoryId: always(string(1, 100), 'The repository in which the token lives; the merchant’s own, mostly.'),
    response,
    result,
    sourceOfFunds: { ...answeredStoredSource, always: true },
    status: field(
      tokenStatusField,
      'Whether the token can be paid with; there is none where the instrument was refused.',
    ),
    token: field(token, 'The token’s id; there is none where the instrument was refused.'),
    verificationStrategy: field(strategies, 'How the instrument was checked before it was stored.'),
  },
  { doc: 'A token.' },
);
