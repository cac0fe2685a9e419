/** Narrows the list as the payer types, by the beginnings of words. Enter asks the server, which has the whole list. */
const box = document.querySelector<HTMLInputElement>('#search');
const none = document.querySelector<HTMLElement>('#none');
const options = [...document.querySelectorAll<HTMLElement>('.options > li')].map((item) => ({
  item,
  words: wordsOf(item.textContent),
}));

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function narrow(): void {
  const searched = wordsOf(box?.value ?? '');
  let shown = 0;
  for (const { item, words } of options) {
    item.hidden = !searched.every((one) => words.some((word) => word.startsWith(one)));
    shown += item.hidden ? 0 : 1;
  }
  if (none !== null) {
    none.textContent = shown === 0 ? (none.dataset.none ?? '') : '';
  }
}

if (box !== null) {
  box.addEventListener('input', narrow);
  // A browser keeps what was typed, for Back.
  addEventListener('pageshow', narrow);
}
