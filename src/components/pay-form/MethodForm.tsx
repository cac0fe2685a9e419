import type { ComponentChildren } from 'preact';
import type { PaymentMethod } from '../../views/index.ts';
import { Details } from '../details/Details.tsx';
import { wrongDetails } from '../details/readable-details.ts';
import { ErrorSummary, type WrongField } from '../form/ErrorSummary.tsx';
import { SubmitButton } from '../form/SubmitButton.tsx';
import { HiddenInputs } from './HiddenInputs.tsx';
import type { PayFormModel } from './model.ts';

interface MethodFormProps {
  readonly method: PaymentMethod;
  readonly model: PayFormModel;
  /** What is wrong with the instrument. */
  readonly wrong: readonly WrongField[];
  /** Below the button that pays. */
  readonly after?: ComponentChildren;
  /** The boxes. */
  readonly children: ComponentChildren;
  /** Below the button. */
  readonly foot?: ComponentChildren;
}

/** What every way to pay has around its own boxes: hidden inputs, errors, details and the button. */
export function MethodForm({ method, model, wrong, after, children, foot }: MethodFormProps) {
  const { text, branding, labels } = model;
  const details = model.details[method];
  return (
    <form id={method} method="post" action={model.action} data-check={text.check}>
      <OfThisAttempt attempt={model.hidden.attempt} />
      <HiddenInputs hidden={model.hidden} method={method} />
      <ErrorSummary
        form={method}
        title={text.check}
        wrong={[...wrong, ...wrongDetails(details)]}
        isFramed={model.isFramed === true}
      />
      {children}
      {details.length === 0 ? null : (
        <div class="details">
          <Details groups={details} {...model.detailText} />
        </div>
      )}
      <SubmitButton label={labels.button} busyLabel={labels.busy} branding={branding} />
      {after}
      {foot}
    </form>
  );
}

/**
 * An input that is never sent, whose name is of this attempt. A browser that comes back to a page restores what was
 * typed into the form that begins with the same names: after a decline there is none, so that no card number and no
 * code come back from its history. `autocomplete="off"` at the boxes would do it too, and end autofill.
 */
function OfThisAttempt({ attempt }: { attempt: string }) {
  return <input type="hidden" name={`form-${attempt}`} disabled />;
}
