/**
 * Keeps what was typed for the bank while the page is loaded again with what was wrong: in the tab alone, and only
 * until then, since the server stores none of it.
 */
const KEY = 'typed';

const boxes = [...document.querySelectorAll<HTMLInputElement>('.naming .box input')];

try {
  const typed: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  sessionStorage.removeItem(KEY);
  if (/[?&](?:wrong|notice)=/.test(location.search) && Array.isArray(typed)) {
    for (const [index, box] of boxes.entries()) {
      box.value = String(typed[index] ?? '');
    }
  }
  document.querySelector('.naming')?.addEventListener('submit', () => {
    sessionStorage.setItem(KEY, JSON.stringify(boxes.map(({ value }) => value)));
  });
} catch {
  // A browser that stores nothing shows empty boxes.
}
