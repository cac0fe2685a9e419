export interface WrongField {
  readonly id: string;
  readonly sentence: string;
}

/**
 * The errors of a form that was sent, above it, each a link to its box. It takes the focus when a page opens with it;
 * where the script found them, the focus goes to the first box, and this is read out.
 */
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
            <a href={`#${id}`}>{sentence}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
