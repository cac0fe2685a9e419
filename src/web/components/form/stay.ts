/** Event of the window: the payer stays on this page, or is back on it, and no request is in progress. */
export const STAY = 'stay';

addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new Event(STAY)));
