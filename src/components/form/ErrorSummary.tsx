export interface WrongField {
  readonly id: string;
  readonly sentence: string;
}

interface ErrorSummaryProps {
  /** The form's id. */
  readonly form: string;
  readonly title: string;
  readonly wrong: readonly WrongField[];
  /** In a frame of the shop's page, where nothing takes the focus by itself. */
  readonly isFramed: boolean;
}

/**
 * The errors of a form that was sent, above it, each a link to its box. It takes the focus when a page opens with it,
 * and is read for that: an alert would be read once more. Where the script found them, the focus goes to the first box.
 */
export function ErrorSummary({ form, title, wrong, isFramed }: ErrorSummaryProps) {
  if (wrong.length === 0) {
    return null;
  }
  const [heading, list] = [`${form}-problems`, `${form}-problem-list`];
  const focused = {
    role: 'group',
    'aria-labelledby': heading,
    'aria-describedby': list,
    tabIndex: -1,
    autofocus: true,
  };
  return (
    <div class="notice wrong" {...(isFramed ? { role: 'alert' as const } : (focused as object))}>
      <h2 id={heading}>{title}</h2>
      <ul id={list}>
        {wrong.map(({ id, sentence }) => (
          <li key={id}>
            <a href={`#${id}`}>{sentence}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
