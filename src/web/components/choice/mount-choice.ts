/**
 * Filters the list as the payer types, like the server's search. Enter queries the server, which has the whole list.
 */
const box = document.querySelector<HTMLInputElement>('#search');
const none = document.querySelector<HTMLElement>('#none');
const options = [...document.querySelectorAll<HTMLElement>('.options > li')].map((item) => ({
  item,
  text: plain(item.textContent),
}));

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function narrow(): void {
  const words = plain(box?.value ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  let shown = 0;
  for (const { item, text } of options) {
    item.hidden = !words.every((word) => text.includes(word));
    shown += item.hidden ? 0 : 1;
  }
  if (none !== null) {
    none.textContent = shown === 0 ? (none.dataset.none ?? '') : '';
  }
}

if (box !== null) {
  box.addEventListener('input', narrow);
  // On Back, a browser restores the typed text.
  addEventListener('pageshow', narrow);
}
