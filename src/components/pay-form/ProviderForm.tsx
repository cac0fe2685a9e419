/** A way to pay on a provider's own pages: one button. There are no boxes to validate. */
import { SubmitButton } from '../form/SubmitButton.tsx';
import type { Paying } from '../form/use-paying.ts';
import { HiddenInputs } from './HiddenInputs.tsx';
import type { PayFormModel, ProviderModel } from './model.ts';

interface ProviderFormProps {
  readonly provider: ProviderModel;
  readonly model: PayFormModel;
  readonly paying: Paying;
}

export function ProviderForm({ provider, model, paying }: ProviderFormProps) {
  const send = (event: SubmitEvent) => {
    if (!paying.begin(provider.id)) {
      event.preventDefault();
    }
  };
  return (
    <form method="post" action={model.action} onSubmit={send}>
      <HiddenInputs hidden={model.hidden} method={provider.id} />
      <SubmitButton
        way={provider.id}
        paying={paying}
        label={provider.button}
        busyLabel={provider.busy}
        mark={provider.id}
      />
    </form>
  );
}
