/** The outcomes of a promise that is not kept. */

/** The adapter broke the promise. The message tells its author how. */
export class BrokenPromise extends Error {}

/** The provider lacks the feature. The message names it. */
export class NotOffered extends Error {}
