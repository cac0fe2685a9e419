import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * Lets a form go out once, and only when its boxes are right.
 * @param begin takes the one turn to pay; false when it is taken
 *
 * The browser's own checks are switched off here, by script, so that a page without script still has them.
 */
export function useSending(
  form: RefObject<HTMLFormElement>,
  pass: (form: HTMLFormElement) => boolean,
  begin: () => boolean,
): (event: SubmitEvent) => void {
  useEffect(() => {
    if (form.current !== null) {
      form.current.noValidate = true;
    }
  }, [form]);

  return (event) => {
    if (!pass(event.currentTarget as HTMLFormElement) || !begin()) {
      event.preventDefault();
    }
  };
}
