/** Prefix of all the simulator's paths on the sandbox's own port: pages and control. */
export const OPEN_BANKING_PREFIX = '/providers/open-banking';
