/** The time limits of the steps. */
import { MINUTE_MS } from '../../../contract/durations.ts';

/** The longest wait of a page for the 3DS Method of an ACS. */
export const METHOD_MS_MAX = 10_000;
/**
 * The time after which an AReq without an ARes counts as unanswered, for processes that crash. Longer than the time
 * limit of the AReq itself.
 */
export const ARES_MS_MAX = 15_000;
/** The time in which the ACS expects the first CReq. */
export const FIRST_CREQ_MS_MAX = 30_000;
/** The time that the ACS gives a payer for each of its pages. */
export const CHALLENGE_MS_MAX = 10 * MINUTE_MS;
/** The time in which an ACS reports a challenge that was not completed. */
export const RREQ_MS_MAX = MINUTE_MS;
/** The total limit: a payer who reopens the challenge repeatedly must not lock the order forever. */
export const CHALLENGES_MS_MAX = 30 * MINUTE_MS;
