/** Fields that every request on an order may have, besides the operation's groups. */
import { field, group } from '../field.ts';
import { enumeration, string } from '../field-types.ts';

export const apiOperationField = (name: string) => field(enumeration(name), 'Selects this operation.');

export const correlationId = field(
  string(1, 100),
  'Your own mark of this message: echoed unchanged, never kept and never interpreted, only its length is looked at.',
  { holds: 'ID' },
);

export const responseControls = group(
  {
    sensitiveData: field(
      string(1, 50),
      'UNMASK shows card numbers whole, to callers that have the permission and a client certificate.',
    ),
  },
  { doc: 'How the answer is to be written.' },
);

export const common = {
  apiOperation: field(string(1, 50), 'Which operation this is; each has its one fixed value.'),
  correlationId,
  partnerSolutionId: field(
    string(1, 40),
    'The id that the payment service provider issued for the solution you connect with.',
    { holds: 'ID' },
  ),
  responseControls,
  userId: field(string(1, 256), 'The person who set this transaction off.'),
};
