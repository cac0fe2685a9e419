import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * Sends a form once, and only when its boxes are valid. The browser's own checks are switched off here, by script, so
 * that a page without script still has them.
 * @param begin claims the one turn to pay; false when it is already claimed
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
