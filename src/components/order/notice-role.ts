/**
 * A notice is read once: for the focus that it takes, or as an alert where nothing may take the focus. Only its title
 * is its name: a sentence may have the words of a box's label.
 *
 * @param sentences below its title
 * @param focus it takes the focus as the page opens
 * @param isSilent another element takes it
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
    // A frame's script gives it the focus, and makes it a group, where the payer's focus is in the frame.
    ...(focus ? { role: 'group', autofocus: true } : { role: 'alert' }),
    tabindex: '-1',
    'aria-labelledby': 'notice-title',
    ...(text !== '' && { 'aria-describedby': text }),
  };
}
