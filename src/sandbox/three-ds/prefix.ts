/** Before every address of the stand-in on the sandbox's own port: the ACS's pages, and control. */
export const PREFIX = '/three-ds';
