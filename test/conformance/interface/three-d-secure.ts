/** The result of an authentication that the merchant performed elsewhere. */
import { ascii, base64Of, digits, oneOf } from './facts.ts';
import type { InterfaceField, Operation } from './field.ts';
import { fields } from './rows.ts';

const AUTHENTICATED = ['AUTHORIZE', 'PAY', 'CAPTURE'] as const satisfies readonly Operation[];
const enrollmentStatus = oneOf('ENROLLED', 'ENROLLMENT_STATUS_UNDETERMINED', 'NOT_ENROLLED');

export const THREE_D_SECURE: readonly InterfaceField[] = [
  ...fields(
    { side: 'request', operations: AUTHENTICATED, presence: 'REQUIRED' },
    { '3DSecure.enrollmentStatus': enrollmentStatus },
  ),
  ...fields({ side: 'response', presence: 'ALWAYS PROVIDED' }, { '3DSecure.enrollmentStatus': enrollmentStatus }),
  ...fields(
    { side: 'both', operations: AUTHENTICATED },
    {
      '3DSecure.authenticationStatus': oneOf(
        'AUTHENTICATION_ATTEMPTED',
        'AUTHENTICATION_NOT_AVAILABLE',
        'AUTHENTICATION_SUCCESSFUL',
      ),
      '3DSecure.acsEci': digits(1, 2),
      '3DSecure.authenticationToken': base64Of(28, 32),
      '3DSecure.xid': base64Of(28),
      '3DSecureId': [ascii(1, 64), { operations: ['AUTHORIZE', 'PAY'] }],
    },
  ),
];
