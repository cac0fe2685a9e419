/**
 * The maximum number of attempts at a change that keeps losing to concurrent changes. A payer, a shop and a bank send a
 * few repeats at most; more is a flood, and the caller must retry later.
 */
export const RACES_MAX = 100;
