/**
 * Payments at a provider's website: the fields that initiate one, and the times and states that answers report. Source:
 * the document's prose.
 */
import { INTERACTION_STATES } from './enumerations.ts';
import { ascii, BOOLEAN, oneOf, URL } from './facts.ts';
import type { FieldFact, InterfaceField, Operation } from './field.ts';
import { alike, fields, type RowFact, under } from './rows.ts';

const INITIATE = ['INITIATE_BROWSER_PAYMENT'] as const satisfies readonly Operation[];
/** The first version with `operation` at the top of the group; earlier versions have it in the provider's group. */
const OPERATION_ON_TOP = 34;
const operation = oneOf('AUTHORIZE', 'PAY');
const REQUIRED = { presence: 'REQUIRED' } as const;

/** @param paymentConfirmation the values that the provider supports */
const provider = (paymentConfirmation: FieldFact): Record<string, RowFact> => ({
  displayShippingAddress: BOOLEAN,
  overrideShippingAddress: BOOLEAN,
  paymentConfirmation: [paymentConfirmation, REQUIRED],
  operation: [operation, { ...REQUIRED, until: OPERATION_ON_TOP }],
});

export const BROWSER_PAYMENT: readonly InterfaceField[] = [
  ...fields(
    { side: 'both', operations: INITIATE },
    {
      'browserPayment.returnUrl': [URL, { ...REQUIRED, requiredIn: INITIATE }],
      'browserPayment.operation': [operation, { ...REQUIRED, requiredIn: INITIATE, since: OPERATION_ON_TOP }],
      ...under('browserPayment.demoWallet', provider(oneOf('CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'))),
      ...under('browserPayment.paypal', provider(oneOf('CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'))),
      // A bank transfer is always confirmed at the provider.
      ...under('browserPayment.demoBank', provider(oneOf('CONFIRM_AT_PROVIDER'))),
      ...under('browserPayment.openBanking', provider(oneOf('CONFIRM_AT_PROVIDER'))),
      ...under('browserPayment.pix', provider(oneOf('CONFIRM_AT_PROVIDER'))),
    },
  ),
  ...fields(
    { side: 'response', operations: INITIATE },
    {
      'browserPayment.redirectUrl': URL,
      'browserPayment.interaction.status': oneOf(...INTERACTION_STATES),
      ...alike(
        'browserPayment.interaction',
        ['timeInitiated', 'timeRedirected', 'timeReturned', 'timeCompleted'],
        ascii(0, 29),
      ),
    },
  ),
];
