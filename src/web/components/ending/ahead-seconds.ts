/** How long before the end of a session the page announces it. */
export const AHEAD_SECONDS = 120;
