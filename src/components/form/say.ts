/**
 * Has words read aloud, in the one place of the page for that: several places that speak at once interrupt each other.
 *
 * @param words empty: what was said is over
 */
export function announce(words: string): void {
  say(document.getElementById('said'), words);
}

/** Shows words in an element, which may be read aloud as they change. The same words are not said twice. */
export function say(place: Element | null, words: string): void {
  if (place !== null && place.textContent !== words) {
    place.textContent = words;
  }
}
