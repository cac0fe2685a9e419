/** How a promise may end but by being kept. */

/** The adapter broke the promise; the message says how, in words for its author. */
export class Broken extends Error {}

/** The provider does not offer what the promise is about; the message says what. */
export class NotOffered extends Error {}
