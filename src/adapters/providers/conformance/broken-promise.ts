/** The outcomes of a promise that is not kept. */

/** The adapter broke the promise. The message explains to its author how. */
export class BrokenPromise extends Error {}

/** The provider does not have the feature that the message names. */
export class NotOffered extends Error {}
