/**
 * The form for the inputs of a payment option, such as an IBAN. Typed values are not stored, so the server answers with
 * an address that names the problem, and the script shows the problem in the page, whose inputs keep their text. This
 * module does not import from the page's own script, because that would add exports to the page's script.
 */

interface Notice {
  readonly title: string;
  readonly sentences: readonly string[];
}

/** Whether the page was rendered before the payment started. */
export function isBeforeStart({ dataset }: HTMLFormElement): boolean {
  return dataset.unbegun !== undefined;
}

/**
 * @param address the server's answer
 * @returns false if it names no problem of the form
 */
export function showProblems(form: HTMLFormElement, address: string): boolean {
  const { searchParams } = new URL(address, location.href);
  const wrong = searchParams.getAll('wrong');
  const notices = JSON.parse(form.dataset.notices ?? '{}') as Readonly<Record<string, Notice>>;
  const notice = notices[searchParams.get('notice') ?? ''];
  if (form.dataset.notices === undefined || (wrong.length === 0 && notice === undefined)) {
    return false;
  }
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[data-field]')];
  for (const box of boxes) {
    const isWrong = wrong.includes(box.dataset.field ?? '');
    box.setAttribute('aria-invalid', String(isWrong));
    document.getElementById(`${box.id}-error`)!.textContent = isWrong ? (box.dataset.wrong ?? '') : '';
  }
  form.parentElement?.querySelector('.notice')?.remove();
  if (notice !== undefined) {
    form.before(noticeOf(notice));
  }
  boxes.find((box) => wrong.includes(box.dataset.field ?? ''))?.focus();
  return true;
}

function noticeOf({ title, sentences }: Notice): HTMLElement {
  const shown = document.createElement('div');
  shown.className = 'notice wrong';
  shown.role = 'alert';
  const heading = document.createElement('h2');
  heading.textContent = title;
  shown.append(heading);
  for (const sentence of sentences) {
    const paragraph = document.createElement('p');
    paragraph.textContent = sentence;
    shown.append(paragraph);
  }
  return shown;
}
