/** How long a page stays that leads on by itself: long enough to read it, and to press the button that keeps it. */
export const SECONDS_TO_READ = 5;
