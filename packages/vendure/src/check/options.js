/** The token by which Nest injects the check page's options. */
export const CHECK_OPTIONS = Symbol('TurnpikeCheckOptions');
