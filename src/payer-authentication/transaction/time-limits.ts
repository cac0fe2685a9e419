/** How long each step is waited for. */

/** A page must not stand still for an ACS that collects what it likes to know. */
export const METHOD_MS_MAX = 10_000;
/** What the AReq's own limit leaves open after a crash: longer than that limit. */
export const ARES_MS_MAX = 15_000;
/** The ACS waits so long for the first CReq. */
export const FIRST_CREQ_MS_MAX = 30_000;
/** The ACS lets a payer take so long for each of its pages. */
export const CHALLENGE_MS_MAX = 10 * 60_000;
/** Within it an ACS tells of a challenge that nobody finished. */
export const RREQ_MS_MAX = 60_000;
/** A payer who opens the challenge again and again does not hold the order for ever. */
export const CHALLENGES_MS_MAX = 30 * 60_000;
