import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { PaymentMethod } from '../../views/index.ts';
import { ErrorSummary, type WrongField } from '../form/ErrorSummary.tsx';
import { SubmitButton } from '../form/SubmitButton.tsx';
import { useDetails } from '../form/use-details.ts';
import type { Paying } from '../form/use-paying.ts';
import { HiddenInputs } from './HiddenInputs.tsx';
import type { PayFormModel } from './model.ts';
import { useSending } from './use-sending.ts';

interface MethodFormProps {
  readonly method: PaymentMethod;
  readonly model: PayFormModel;
  readonly paying: Paying;
  readonly form: RefObject<HTMLFormElement>;
  /** Validates every box before sending. @returns whether all are valid */
  readonly pass: (form: HTMLFormElement) => boolean;
  readonly wrong: readonly WrongField[];
  /** A button of the form that does not pay: its name, by which it is posted and has its turn. */
  readonly otherButton?: string;
  /** Below the button that pays. */
  readonly after?: ComponentChildren;
  /** The boxes. */
  readonly children: ComponentChildren;
  /** Below the button. */
  readonly foot?: ComponentChildren;
}

/** What every way to pay has around its own boxes: hidden inputs, errors, and the button. */
export function MethodForm(props: MethodFormProps) {
  const { method, model, paying, form, pass, wrong, otherButton, after, children, foot } = props;
  const { text, branding, labels } = model;
  const holder = useRef<HTMLDivElement>(null);
  const details = useDetails(model.details[method] ?? []);
  const isRight = (sent: HTMLFormElement): boolean => {
    const isInstrumentRight = pass(sent);
    const passed = details.pass(holder.current, isInstrumentRight) && isInstrumentRight;
    if (!passed) {
      document.title = labels.errorTitle;
    }
    return passed;
  };
  return (
    <form
      id={method}
      ref={form}
      method="post"
      action={model.action}
      onSubmit={useSending(form, isRight, (button) =>
        paying.begin(isOther(button, otherButton) ? otherButton : method),
      )}
    >
      <OfThisAttempt attempt={model.hidden.attempt} />
      <HiddenInputs hidden={model.hidden} method={method} />
      <ErrorSummary title={text.check} wrong={[...wrong, ...details.wrong]} />
      {children}
      {model.details[method] === undefined ? null : (
        <div class="details" ref={holder} onInput={details.type} {...contentOf(model.boxes?.[method])} />
      )}
      <SubmitButton way={method} paying={paying} label={labels.button} busyLabel={labels.busy} branding={branding} />
      {after}
      {foot}
    </form>
  );
}

/** The boxes on the server; the browser's script keeps those that the server has made, and writes none. */
function contentOf(boxes: ComponentChildren) {
  return boxes === undefined ? { dangerouslySetInnerHTML: AS_SERVED } : { children: boxes };
}

const AS_SERVED = { __html: '' };

function isOther(button: HTMLElement | null, name: string | undefined): name is string {
  return name !== undefined && button instanceof HTMLButtonElement && button.name === name;
}

/**
 * An input that is never sent, whose name is of this attempt. A browser that comes back to a page restores what was
 * typed into the form that begins with the same names: after a decline there is none, so that no card number and no
 * code come back from its history. `autocomplete="off"` at the boxes would do it too, and end autofill.
 */
function OfThisAttempt({ attempt }: { attempt: string }) {
  return <input type="hidden" name={`form-${attempt}`} disabled />;
}
