/** A summary of one error would only repeat the sentence at its input. */
export const SUMMARY_ERRORS_MIN = 2;
