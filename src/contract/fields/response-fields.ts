/** The gateway's and the acquirer's response to a transaction. */
import { always, alwaysGroup, field } from '../field.ts';
import { ascii, enumeration, string } from '../field-types.ts';
import { AUTHENTICATION_IN_PROGRESS, GATEWAY_CODES, type GatewayCode, type Result } from '../gateway-codes.ts';
import { responseRisk } from './risk.ts';
import { cardholderVerification, cardSecurityCode } from './verification-fields.ts';

export const gatewayCode = enumeration(...(Object.keys(GATEWAY_CODES) as GatewayCode[]));

/** The codes in answers: the gateway codes, and the code of a started authentication. */
const answeredCode = enumeration(
  ...[...(Object.keys(GATEWAY_CODES) as GatewayCode[]), AUTHENTICATION_IN_PROGRESS].sort(),
);

export const gatewayRecommendation = enumeration('DO_NOT_PROCEED', 'PROCEED');

const results = enumeration(...new Set<Result>(Object.values(GATEWAY_CODES).sort()));

export const result = always(
  results,
  'Whether the operation succeeded, was declined or rejected (FAILURE), is still open (PENDING), or has an unknown result.',
);

export const response = alwaysGroup(
  {
    acquirerCode: field(ascii(1, 100), 'The acquirer’s own response code.'),
    acquirerMessage: field(ascii(1, 255), 'The acquirer’s own words.'),
    cardSecurityCode,
    cardholderVerification,
    debugInformation: field(
      string(1, 2_064),
      'Helps to find the cause of some errors, where your profile asks for it.',
    ),
    gatewayCode: always(answeredCode, 'The result as a gateway code.'),
    gatewayRecommendation: field(
      gatewayRecommendation,
      'For a payer’s authentication: whether to go on with its payment.',
    ),
    risk: responseRisk,
  },
  { doc: 'The answers of gateway and acquirer.' },
);
