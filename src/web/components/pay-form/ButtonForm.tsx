/** The form to pay on a provider's pages, or with a stored card: one button, without inputs to validate. */
import { SubmitButton } from '../form/SubmitButton.tsx';
import { HiddenInputs } from './HiddenInputs.tsx';
import type { ButtonMethod, PayFormModel } from './model.ts';

interface ButtonFormProps {
  readonly method: ButtonMethod;
  readonly model: PayFormModel;
}

export function ButtonForm({ method, model }: ButtonFormProps) {
  return (
    <form method="post" action={model.action}>
      <HiddenInputs hidden={model.hidden} method={method.id} />
      {method.about === undefined ? null : <p class="about">{method.about}</p>}
      <SubmitButton label={method.button} busyLabel={method.busy} branding={model.branding} />
    </form>
  );
}
