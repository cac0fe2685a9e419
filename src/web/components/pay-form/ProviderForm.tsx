/** The form to pay on a provider's pages, or with a stored card: one button, without inputs to validate. */
import { SubmitButton } from '../form/SubmitButton.tsx';
import { HiddenInputs } from './HiddenInputs.tsx';
import type { PayFormModel, ProviderModel } from './model.ts';

interface ProviderFormProps {
  readonly provider: ProviderModel;
  readonly model: PayFormModel;
}

export function ProviderForm({ provider, model }: ProviderFormProps) {
  return (
    <form method="post" action={model.action}>
      <HiddenInputs hidden={model.hidden} method={provider.id} />
      <SubmitButton label={provider.button} busyLabel={provider.busy} mark={provider.mark} />
    </form>
  );
}
