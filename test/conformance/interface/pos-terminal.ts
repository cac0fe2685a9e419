/** The terminal that read the card. Source: the document's prose, except the reason for going online. */
import { oneOf, someOf, string } from './facts.ts';
import type { InterfaceField } from './field.ts';
import { address, fields } from './rows.ts';

export const POS_TERMINAL: readonly InterfaceField[] = fields(
  { side: 'both' },
  {
    'posTerminal.attended': oneOf('ATTENDED', 'UNATTENDED', 'UNKNOWN_OR_UNSPECIFIED'),
    'posTerminal.cardholderActivated': oneOf('NOT_CARDHOLDER_ACTIVATED', 'SELF_SERVICE_TERMINAL'),
    'posTerminal.entryMode': { kind: 'PosEntryMode' },
    'posTerminal.inputCapability': oneOf(
      'CHIP',
      'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE',
      'CHIP_AND_MAGNETIC_STRIPE',
      'CONTACTLESS_CHIP',
      'CONTACTLESS_MAGNETIC_STRIPE',
      'KEY_ENTRY',
      'KEY_ENTRY_AND_MAGNETIC_STRIPE',
      'MAGNETIC_STRIPE',
    ),
    'posTerminal.location': oneOf('OFF_CARD_ACCEPTOR_PREMISES', 'ON_CARD_ACCEPTOR_PREMISES'),
    'posTerminal.name': string(1, 8),
    'posTerminal.authorizationMethod': someOf('OFFLINE'),
    ...address('posTerminal.address'),
  },
);
