/** The token operation's request. The fields of its source of funds are in `source-of-funds.ts`. */
import { ascii, CURRENCY, oneOf, string } from './facts.ts';
import type { InterfaceField } from './field.ts';
import { PAYMENT } from './operations.ts';
import { fields } from './rows.ts';

const TOKEN_AND_PAYMENT = ['CREATE_TOKEN', ...PAYMENT] as const;

export const TOKEN: readonly InterfaceField[] = fields(
  { side: 'request', operations: ['CREATE_TOKEN'] },
  {
    correlationId: string(1, 100),
    'externalTokenProvider.customData': { kind: 'JsonText', min: 1, max: 4000 },
    'responseControls.sensitiveData': string(1, 50),
    // The document has it only here, but a payment's card may come from a session as well.
    'session.id': [ascii(31, 35), { operations: TOKEN_AND_PAYMENT }],
    'session.version': [ascii(10, 10), { operations: TOKEN_AND_PAYMENT }],
    sourceOfFunds: [
      { kind: 'Group', sample: { type: 'CARD' } },
      { presence: 'REQUIRED', requiredIn: ['CREATE_TOKEN'] },
    ],
    'transaction.currency': CURRENCY,
    verificationStrategy: oneOf('ACQUIRER', 'BASIC', 'NONE'),
  },
);
