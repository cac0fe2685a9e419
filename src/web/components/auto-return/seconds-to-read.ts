/** Delay of an automatic redirect: long enough to read the page, and to press the button that stops it. */
export const SECONDS_TO_READ = 5;
