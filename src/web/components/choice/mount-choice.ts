/**
 * Filters the list as the payer types, like the server's search. Enter queries the server, which has the whole list.
 */
const box = document.querySelector<HTMLInputElement>('#search');
const emptyNotice = document.querySelector<HTMLElement>('#none');
const options = [...document.querySelectorAll<HTMLElement>('.options > li')].map((item) => ({
  item,
  text: searchableText(item.textContent),
}));

/** The text without case and accents, for comparison. */
function searchableText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function filterOptions(): void {
  const words = searchableText(box?.value ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  let shown = 0;
  for (const { item, text } of options) {
    item.hidden = !words.every((word) => text.includes(word));
    shown += item.hidden ? 0 : 1;
  }
  if (emptyNotice !== null) {
    emptyNotice.textContent = shown === 0 ? (emptyNotice.dataset.none ?? '') : '';
  }
}

if (box !== null) {
  box.addEventListener('input', filterOptions);
  // After Back, the browser restores the typed text.
  addEventListener('pageshow', filterOptions);
}
