export interface WrongField {
  readonly id: string;
  readonly sentence: string;
}

/** The errors that the server found, above the form, each a link to its box. It takes the focus when the page opens. */
export function ErrorSummary({ title, wrong }: { title: string; wrong: readonly WrongField[] }) {
  if (wrong.length === 0) {
    return null;
  }
  return (
    <div class="notice wrong" role="alert" tabIndex={-1} autofocus>
      <h2>{title}</h2>
      <ul>
        {wrong.map(({ id, sentence }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusBox(event, id)}>
              {sentence}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Without script the link does the same, and leaves `#…` in the address, which a reload would not need. */
function focusBox(event: Event, id: string): void {
  const box = document.getElementById(id);
  if (box === null) {
    return;
  }
  event.preventDefault();
  box.focus();
}
