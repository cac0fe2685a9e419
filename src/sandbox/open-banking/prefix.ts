/** Prefix of all the simulator's paths on the sandbox's own port: pages and control. */
export const PREFIX = '/providers/open-banking';
