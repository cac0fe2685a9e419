/**
 * The summary of errors in the browser: made as the server makes it, and changed in place, so that news alone is read.
 */
import type { WrongField } from './ErrorSummary.tsx';
import { say } from './say.ts';

/** @param wrong in the order of the boxes; without any the summary goes */
export function showSummary(form: HTMLFormElement, wrong: readonly WrongField[]): void {
  const shown = form.querySelector('div.notice');
  if (wrong.length === 0) {
    shown?.remove();
    return;
  }
  const summary = shown ?? newSummary(form.dataset.check ?? '');
  const list = summary.querySelector('ul')!;
  const links = new Map([...summary.querySelectorAll('a')].map((link) => [link.hash.slice(1), link]));
  for (const [id, link] of links) {
    if (wrong.every((field) => field.id !== id)) {
      link.parentElement?.remove();
    }
  }
  for (const [place, { id, sentence }] of wrong.entries()) {
    say(links.get(id) ?? newEntry(list, place, id), sentence);
  }
  // With all that it has to say: it is read out as it appears.
  if (shown === null) {
    form.prepend(summary);
  }
}

/** A link of the summary leads to its box, without `#…` in the address, which a reload would not need. */
export function followEntries(form: HTMLFormElement): void {
  form.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.notice a');
    const box = link && document.getElementById(link.hash.slice(1));
    if (box !== null) {
      event.preventDefault();
      box.focus();
    }
  });
}

function newSummary(title: string): HTMLElement {
  const summary = document.createElement('div');
  summary.className = 'notice wrong';
  summary.setAttribute('role', 'alert');
  summary.tabIndex = -1;
  const heading = document.createElement('h2');
  heading.textContent = title;
  summary.append(heading, document.createElement('ul'));
  return summary;
}

function newEntry(list: Element, place: number, id: string): HTMLAnchorElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `#${id}`;
  item.append(link);
  list.insertBefore(item, list.children[place] ?? null);
  return link;
}
