/**
 * The ARIA attributes of a notice, so that a screen reader reads it once: by its focus, or as an alert where it cannot
 * take the focus. Its accessible name is only its title, since a sentence may contain the words of an input's label.
 *
 * @param sentences the number of sentences below the title
 * @param focus the notice takes the focus as the page opens
 * @param isSilent another element takes the focus
 */
export function noticeRole(
  sentences: number,
  focus: boolean,
  isSilent: boolean,
): Readonly<Record<string, string | boolean>> {
  if (!focus && isSilent) {
    return {};
  }
  const text = Array.from({ length: sentences }, (_, place) => `notice-${place}`).join(' ');
  return {
    // If the page is in a frame with the payer's focus, the script focuses the notice and makes it a group.
    ...(focus ? { role: 'group', autofocus: true } : { role: 'alert' }),
    tabindex: '-1',
    'aria-labelledby': 'notice-title',
    ...(text !== '' && { 'aria-describedby': text }),
  };
}
