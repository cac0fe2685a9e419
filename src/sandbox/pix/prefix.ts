/** Before every address of the stand-in on the sandbox's own port: pages and control. */
export const PREFIX = '/providers/pix';

/** Before every address of the interface, on whatever port it is served. */
export const API = '/pix';
