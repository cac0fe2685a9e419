/**
 * How often a change is tried again where others were faster each time. A payer, a shop and a bank send a few repeats
 * at most; more is a flood, and the caller must retry later.
 */
export const RACES_MAX = 100;
