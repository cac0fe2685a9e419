/** Event of the window: the payer stays on this page, or is back on it, and nothing that was pressed is under way. */
export const STAY = 'stay';

addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new Event(STAY)));
