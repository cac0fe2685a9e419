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
  if (!focus) {
    return isSilent ? {} : { role: 'alert' };
  }
  const text = Array.from({ length: sentences }, (_, place) => `notice-${place}`).join(' ');
  return {
    role: 'group',
    tabindex: '-1',
    autofocus: true,
    'aria-labelledby': 'notice-title',
    ...(text !== '' && { 'aria-describedby': text }),
  };
}
