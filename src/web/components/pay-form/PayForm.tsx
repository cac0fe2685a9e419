import type { ComponentType } from 'preact';
import type { PaymentMethod } from '../../views/index.ts';
import { CardForm } from '../card-form/CardForm.tsx';
import { GiftCardForm } from '../gift-card-form/GiftCardForm.tsx';
import { HiddenInputs } from './HiddenInputs.tsx';
import type { PayFormModel } from './model.ts';
import { ProviderForm } from './ProviderForm.tsx';

const FORMS: Readonly<Record<PaymentMethod, ComponentType<{ model: PayFormModel }>>> = {
  card: CardForm,
  giftCard: GiftCardForm,
};

/**
 * The payment methods, each a form of its own, and the cancel button. The page's script allows one payment at a time.
 */
export function PayForm({ model }: { model: PayFormModel }) {
  return (
    <>
      {model.savedCards.length === 0 ? null : (
        <div class="providers">
          {model.savedCards.map((card) => (
            <ProviderForm key={card.id} provider={card} model={model} />
          ))}
          <p class="or">{model.text.or}</p>
        </div>
      )}
      {model.methods.length === 1 ? (
        <OnlyMethod model={model} />
      ) : (
        <fieldset class="methods">
          <legend class="unseen">{model.text.methods}</legend>
          {model.methods.map((method) => (
            <Method key={method} method={method} model={model} />
          ))}
        </fieldset>
      )}
      {model.providers.length === 0 ? null : (
        <div class="providers">
          <h2 class="unseen">{model.text.methods}</h2>
          <p class="or">{model.text.or}</p>
          {model.providers.map((provider) => (
            <ProviderForm key={provider.id} provider={provider} model={model} />
          ))}
        </div>
      )}
      {model.cancelAction === undefined ? null : (
        <form method="post" action={model.cancelAction} class="cancel">
          <HiddenInputs hidden={model.hidden} />
          <button type="submit" class="quiet">
            {model.labels.cancel}
          </button>
        </form>
      )}
    </>
  );
}

function OnlyMethod({ model }: { model: PayFormModel }) {
  const Form = FORMS[model.methods[0] ?? 'card'];
  return (
    <div class="method only">
      <h2 class="unseen">{model.text[model.methods[0] ?? 'card']}</h2>
      <Form model={model} />
    </div>
  );
}

/** `details` elements of one name are exclusive, so switching needs no script. */
function Method({ method, model }: { method: PaymentMethod; model: PayFormModel }) {
  const Form = FORMS[method];
  return (
    <details class="method" name="method" open={model.method === method}>
      <summary>
        <h2>{model.text[method]}</h2>
        <span class="chevron" aria-hidden="true" />
      </summary>
      <Form model={model} />
    </details>
  );
}
