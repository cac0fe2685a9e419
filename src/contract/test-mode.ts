/** The modes in which a gateway moves no money. Pages, mails and answers are marked with them. */
export type TestMode = 'sandbox' | 'staging';

/**
 * The header of every answer of a staging gateway. A merchant's server can refuse to deliver goods for such an answer.
 */
export const STAGING_HEADER = { 'Turnpike-Mode': 'staging' } as const;
