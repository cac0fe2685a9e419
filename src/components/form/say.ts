/** Shows words in an element, which may be read aloud as they change. The same words are not said twice. */
export function say(place: Element | null, words: string): void {
  if (place !== null && place.textContent !== words) {
    place.textContent = words;
  }
}
