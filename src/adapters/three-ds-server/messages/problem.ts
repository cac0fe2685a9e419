/** The problem of a message as in an Erro: a code, and names of fields without their values. */

/** Error codes of versions 2.1.0 and 2.2.0, with their descriptions. */
export const ERROR_DESCRIPTIONS = {
  '101': 'Message received invalid',
  '102': 'Message version number not supported',
  '103': 'Sent messages limit exceeded',
  '201': 'Required data element missing',
  '202': 'Critical message extension not recognised',
  '203': 'Format of one or more data elements is invalid',
  '204': 'Duplicate data element',
  '301': 'Transaction id not recognised',
  '302': 'Data decryption failure',
  '303': 'Access denied, invalid endpoint',
  '304': 'ISO code invalid',
  '305': 'Transaction data not valid',
  '306': 'Merchant category code not valid',
  '307': 'Serial number not valid',
  '402': 'Transaction timed out',
  '403': 'Transient system failure',
  '404': 'Permanent system failure',
  '405': 'System connection failure',
} as const;

export type ErrorCode = keyof typeof ERROR_DESCRIPTIONS;

export interface MessageProblem {
  readonly code: ErrorCode;
  /** Names of fields or extensions, comma separated, or a short text of the gateway. */
  readonly detail: string;
}

/** The maximum length of `errorDetail` in the specification. */
const DETAIL_CHARACTERS_MAX = 2_048;

/** @param names the fields' names in the order in which they were found; duplicates are removed */
export function problemOf(code: ErrorCode, names: Iterable<string>): MessageProblem {
  const detail = [...new Set(names)].join(',');
  return { code, detail: [...detail].slice(0, DETAIL_CHARACTERS_MAX).join('') };
}
