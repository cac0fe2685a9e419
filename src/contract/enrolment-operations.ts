/**
 * The 3DS1 operations of payer authentication, CHECK_3DS_ENROLLMENT and PROCESS_ACS_RESULT, and their retrieval. They
 * run before the order exists, under an id that the merchant chooses.
 */
import { replace } from './edit-schema.ts';
import { group } from './field.ts';
import { apiOperationField } from './fields/common.ts';
import {
  acsResultAnswer,
  acsResultRequest,
  enrolmentAnswer,
  enrolmentCheckRequest,
} from './fields/enrolment-fields.ts';
import { OLDER_PAIR_UNTIL } from './fields/three-d-secure.ts';
import type { Operation } from './operation.ts';

const older = { path: '/3DSecureId/{3DSecureId}', until: OLDER_PAIR_UNTIL } as const;
const UP_TO = `Up to version ${OLDER_PAIR_UNTIL - 1}`;

export const ENROLMENT_OPERATIONS = {
  CHECK_3DS_ENROLLMENT: {
    ...older,
    title: 'Check enrolment',
    doc: `${UP_TO}, finds out whether the card takes part in 3-D Secure, and answers what the payer’s browser is to post, and where. The card comes in the request, or from its session or token.`,
    method: 'PUT',
    request: replace(enrolmentCheckRequest, 'apiOperation', apiOperationField('CHECK_3DS_ENROLLMENT')),
    requires: ['order.amount', 'order.currency'],
    answer: enrolmentAnswer,
    status: 201,
  },
  PROCESS_ACS_RESULT: {
    ...older,
    title: 'Process authentication result',
    doc: `${UP_TO}, answers how the payer’s authentication ended, once the payer’s browser has brought PaRes home. The payment names it by 3DSecureId.`,
    method: 'POST',
    request: replace(acsResultRequest, 'apiOperation', apiOperationField('PROCESS_ACS_RESULT')),
    requires: [],
    answer: acsResultAnswer,
    status: 200,
  },
  RETRIEVE_3DS_RESULT: {
    ...older,
    title: 'Retrieve authentication result',
    doc: `${UP_TO}, shows an enrolment’s check and what came of it.`,
    method: 'GET',
    request: group({}, { doc: 'Nothing is sent.' }),
    requires: [],
    answer: acsResultAnswer,
    status: 200,
  },
} as const satisfies Record<string, Operation>;
