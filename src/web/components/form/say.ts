/**
 * Announces words in the page's one live region: several regions that change at once interrupt each other.
 *
 * @param words empty: clears the region
 */
export function announce(words: string): void {
  say(document.getElementById('said'), words);
}

/** Sets the text of an element, which may be a live region. Unchanged text is not set again. */
export function say(place: Element | null, words: string): void {
  if (place !== null && place.textContent !== words) {
    place.textContent = words;
  }
}
