/** Before every address of the stand-in on the sandbox's own port: pages and control. */
export const PREFIX = '/providers/open-banking';
