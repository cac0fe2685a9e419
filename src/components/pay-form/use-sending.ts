import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Paying } from '../form/use-paying.ts';

/**
 * Lets a form go out once, and only when its boxes are right.
 *
 * The browser's own checks are switched off here, by script, so that a page without script still has them.
 */
export function useSending(
  form: RefObject<HTMLFormElement>,
  pass: (form: HTMLFormElement) => boolean,
  paying: Paying,
): (event: SubmitEvent) => void {
  useEffect(() => {
    if (form.current !== null) form.current.noValidate = true;
  }, [form]);

  return (event) => {
    if (!pass(event.currentTarget as HTMLFormElement) || !paying.begin()) event.preventDefault();
  };
}
