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
  /** Errors of the instrument. */
  readonly wrong: readonly WrongField[];
  /** Further buttons, below the button that pays. */
  readonly after?: ComponentChildren;
  /** The inputs. */
  readonly children: ComponentChildren;
  /** The end of the form, below its buttons. */
  readonly foot?: ComponentChildren;
}

/** The common parts of the payment forms: hidden inputs, errors, details and the button. */
export function MethodForm({ method, model, wrong, after, children, foot }: MethodFormProps) {
  const { text, branding, labels } = model;
  const details = model.details[method];
  return (
    <form id={method} method="post" action={model.action} data-check={text.check}>
      <AttemptInput attempt={model.hidden.attempt} />
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
 * A disabled input with the attempt's number in its name. When a payer goes back in the history, a browser restores
 * typed values into a form that starts with the same names: after a decline the names differ, so that card number and
 * code are not restored. `autocomplete="off"` on the inputs would prevent that too, but also autofill.
 */
function AttemptInput({ attempt }: { attempt: string }) {
  return <input type="hidden" name={`form-${attempt}`} disabled />;
}
