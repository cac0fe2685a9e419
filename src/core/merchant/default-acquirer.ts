/** The name of the acquirer that `ACQUIRER_URL` configures. */
export const DEFAULT_ACQUIRER = 'default';
