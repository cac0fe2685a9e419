/** Prefix of all the simulator's paths on the sandbox's own port: the ACS's pages, and control. */
export const THREE_DS_PREFIX = '/three-ds';
