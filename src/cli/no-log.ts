/** For commands that use a part of the gateway and print their own results. */
export const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
