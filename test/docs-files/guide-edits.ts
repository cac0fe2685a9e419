/** The changes to the program that the guides for its developers describe, so that they can be made in a copy. */

export interface Edit {
  /** The guide with the code block. */
  readonly guide: string;
  /** The beginning of the block. */
  readonly block: string;
  readonly file: string;
  /** The line below which the block is inserted. Absent: at the end of the file. */
  readonly below?: string;
  /** Whether the block replaces that line. */
  readonly replaces?: true;
}

const OPERATION = 'docs/guide/adding-an-operation.md';
const FIELD = 'docs/guide/adding-a-response-field.md';
const REASON = 'docs/guide/adding-a-decline-reason.md';
const ACQUIRER = 'docs/guide/acquirers.md';
const NETWORK_DATA = 'src/sandbox/acquirer/network-data.ts';

export const EDITS: readonly Edit[] = [
  { guide: OPERATION, block: '/** RELEASE names', file: 'src/contract/fields/operation-requests.ts' },
  {
    guide: OPERATION,
    block: "  RELEASE: onTransaction('RELEASE'",
    file: 'src/contract/transaction-operations.ts',
    below: 'export const TRANSACTION_OPERATIONS',
  },
  {
    guide: OPERATION,
    block: '  RELEASE: putTransaction',
    file: 'src/api/rest/handlers.ts',
    below: 'export const HANDLERS',
  },
  { guide: OPERATION, block: "    RELEASE: ['VOID", file: 'src/core/order/transitions.ts', below: '  AUTHORIZED: {' },
  { guide: OPERATION, block: '/** RELEASE: gives back', file: 'src/core/operations/release.ts' },
  {
    guide: OPERATION,
    block: '  RELEASE: release',
    file: 'src/core/operations/execute.ts',
    below: 'const OPERATIONS',
  },
  {
    guide: OPERATION,
    block: '  RELEASE: {',
    file: 'src/api/reference/examples.ts',
    below: 'export const EXAMPLES',
  },
  {
    guide: FIELD,
    block: '    paymentAccountReference: field(',
    file: 'src/contract/fields/authorization-response.ts',
    below: '  {',
  },
  {
    guide: FIELD,
    block: '  /** The same for a card',
    file: 'src/core/ports/acquirer.ts',
    below: 'export interface AcquirerReply {',
  },
  {
    guide: FIELD,
    block: "  { tag: 'PA'",
    file: 'src/adapters/acquirers/iso8583/message/additional-data-elements.ts',
    below: 'export const DATA_ELEMENTS',
  },
  {
    guide: FIELD,
    block: "  'paymentAccountReference'",
    file: 'src/adapters/acquirers/iso8583/network-details.ts',
    below: 'const COPIED_ELEMENTS',
  },
  { guide: FIELD, block: 'const PAYMENT_ACCOUNT_REFERENCE', file: NETWORK_DATA },
  {
    guide: FIELD,
    block: '    paymentAccountReference: PAYMENT',
    file: NETWORK_DATA,
    below: '    financialNetworkCode: network.code,',
  },
  {
    guide: FIELD,
    block: '    isAdopted: field(',
    file: 'src/contract/fields/answer-fields.ts',
    below: '    authorizationResponse: authorizationResponseFields,',
  },
  {
    guide: FIELD,
    block: '    isAdopted: request.adopted',
    file: 'src/api/rest/answers/transaction-answer.ts',
    below: '    merchant: merchantId,',
  },
  {
    guide: REASON,
    block: "  '39': {",
    file: 'src/adapters/acquirers/response-codes.ts',
    below: 'const RESPONSE_CODES',
  },
  {
    guide: REASON,
    block: "  EXCEEDED_PIN_TRIES: 'FAILURE'",
    file: 'src/contract/gateway-codes.ts',
    below: 'export const GATEWAY_CODES',
  },
  {
    guide: REASON,
    block: '    EXCEEDED_PIN_TRIES: {',
    file: 'src/api/reference/gateway-code-remedies.ts',
    below: 'const CODES',
  },
  {
    guide: REASON,
    block: "    EXCEEDED_PIN_TRIES: '38'",
    file: 'src/sandbox/acquirer/outcomes.ts',
    below: 'export const RESPONSE_OF_OUTCOME',
  },
  {
    guide: ACQUIRER,
    block: 'import { village }',
    file: 'src/adapters/acquirers/index.ts',
    below: 'export const PROTOCOLS',
    replaces: true,
  },
];

/** Changes that the guides describe in a sentence. */
export const IN_WORDS: readonly { readonly file: string; readonly below: string; readonly text: string }[] = [
  {
    file: 'src/contract/transaction-operations.ts',
    below: '  refundRequest,',
    text: '  releaseRequest,',
  },
  { file: 'src/core/order/transitions.ts', below: "  'REFUND',", text: "  'RELEASE'," },
  {
    file: 'src/core/operations/execute.ts',
    below: "import { refund } from './refund.ts';",
    text: "import { release } from './release.ts';",
  },
  {
    file: 'src/contract/fields/answer-fields.ts',
    below: "import { dateTime } from '../calendar-types.ts';",
    text: "import { field } from '../field.ts';\nimport { boolean } from '../field-types.ts';",
  },
];
