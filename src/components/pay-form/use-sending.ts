import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** What must not be seen again once it was sent. */
const SECRET_NAMES = ['number', 'securityCode', 'pin'];

/**
 * Sends a form once, and only when its boxes are valid. The browser's own checks are switched off here, by script, so
 * that a page without script still has them. A page that was kept as it stood when the form was sent, and comes back
 * by Back, forgets the card's number and code.
 * @param begin claims the one turn for what the pressed button does; false when it is already claimed
 */
export function useSending(
  form: RefObject<HTMLFormElement>,
  pass: (form: HTMLFormElement) => boolean,
  begin: (button: HTMLElement | null) => boolean,
): (event: SubmitEvent) => void {
  const isSent = useRef(false);

  useEffect(() => {
    if (form.current !== null) {
      form.current.noValidate = true;
    }
    const forgetOnReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted && isSent.current) {
        forgetSecrets(form.current);
      }
    };
    window.addEventListener('pageshow', forgetOnReturn);
    return () => window.removeEventListener('pageshow', forgetOnReturn);
  }, [form]);

  return (event) => {
    // Only what may be kept goes with the choice of a language, and it is judged when the payer pays.
    if (event.submitter?.getAttribute('name') === 'language') {
      forgetSecrets(form.current);
      return;
    }
    if (!pass(event.currentTarget as HTMLFormElement) || !begin(event.submitter)) {
      event.preventDefault();
      return;
    }
    isSent.current = true;
  };
}

function forgetSecrets(form: HTMLFormElement | null): void {
  for (const name of SECRET_NAMES) {
    const box = form?.elements.namedItem(name);
    if (box instanceof HTMLInputElement) {
      box.value = '';
    }
  }
}
