/** The error summary in the browser: equal to the server's markup, and updated in place. */
import type { WrongField } from './ErrorSummary.tsx';
import { say } from './say.ts';
import { SUMMARY_ERRORS_MIN } from './summary-errors-min.ts';

/** @param wrong the invalid fields in the order of the inputs; if they are too few, the summary is removed */
export function showSummary(form: HTMLFormElement, wrong: readonly WrongField[]): void {
  const shown = form.querySelector('div.notice');
  if (wrong.length < SUMMARY_ERRORS_MIN) {
    shown?.remove();
    return;
  }
  const summary = shown ?? newSummary(form.id, form.dataset.check ?? '');
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
  // The summary is not announced: the focus is on the first input that it lists, which is read with its error.
  if (shown === null) {
    form.prepend(summary);
  }
}

/** A link of the summary focuses its input, without adding `#…` to the address. */
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

function newSummary(form: string, title: string): HTMLElement {
  const summary = document.createElement('div');
  summary.className = 'notice wrong';
  const attributes = {
    role: 'group',
    'aria-labelledby': `${form}-problems`,
    'aria-describedby': `${form}-problem-list`,
    tabindex: '-1',
  };
  for (const [name, value] of Object.entries(attributes)) {
    summary.setAttribute(name, value);
  }
  const heading = document.createElement('h2');
  heading.id = attributes['aria-labelledby'];
  heading.textContent = title;
  const list = document.createElement('ul');
  list.id = attributes['aria-describedby'];
  summary.append(heading, list);
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
