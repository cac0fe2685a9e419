/** How long before its end a session's end is announced. */
export const AHEAD_SECONDS = 120;
