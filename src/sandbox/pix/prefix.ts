/** Prefix of all the simulator's paths on the sandbox's own port: pages and control. */
export const PIX_PREFIX = '/providers/pix';

/** Prefix of all the interface's paths, on any port. */
export const API = '/pix';
