import { SUMMARY_ERRORS_MIN } from './summary-errors-min.ts';

export interface WrongField {
  readonly id: string;
  readonly sentence: string;
}

interface ErrorSummaryProps {
  /** The form's id. */
  readonly form: string;
  readonly title: string;
  readonly wrong: readonly WrongField[];
  /** Whether the page is in a frame of the shop's page, where an element must not take the focus by itself. */
  readonly isFramed: boolean;
}

/**
 * The errors of a submitted form, shown above the form, each with a link to its input; a single error is shown at its
 * input alone, which takes the focus. The summary takes the focus when the page opens, which makes a screen reader read
 * it; as an alert it would be read a second time. When the script finds the errors, the focus goes to the first invalid
 * input instead.
 */
export function ErrorSummary({ form, title, wrong, isFramed }: ErrorSummaryProps) {
  if (wrong.length < SUMMARY_ERRORS_MIN) {
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
