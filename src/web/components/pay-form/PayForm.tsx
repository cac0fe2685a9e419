import type { ComponentChildren, ComponentType } from 'preact';
import type { PaymentMethod } from '../../views/index.ts';
import { CardForm } from '../card-form/CardForm.tsx';
import { Express } from '../express/Express.tsx';
import { GiftCardForm } from '../gift-card-form/GiftCardForm.tsx';
import { Mark } from '../marks/Mark.tsx';
import { SavedCardForm } from '../saved-cards/SavedCardForm.tsx';
import { SavedCardsLink } from '../saved-cards/SavedCardsLink.tsx';
import { ButtonForm } from './ButtonForm.tsx';
import { HiddenInputs } from './HiddenInputs.tsx';
import type { ButtonMethod, PayFormModel } from './model.ts';

const FORMS: Readonly<Record<PaymentMethod, ComponentType<{ model: PayFormModel }>>> = {
  card: CardForm,
  giftCard: GiftCardForm,
};

/**
 * The ways to pay: wallets in a row, then one list, of which one entry is open with its inputs and its button. Each is
 * a form of its own. The page's script allows one payment at a time.
 */
export function PayForm({ model }: { model: PayFormModel }) {
  const { methods, savedCards, providers } = model;
  const isAlone = methods.length + savedCards.length + providers.length === 1;
  return (
    <>
      <Express model={model} />
      {isAlone ? <OnlyMethod model={model} /> : <MethodList model={model} />}
      <SavedCardsLink model={model} />
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

/** The payer's stored cards come first: the first of them is open where `model.open` says so. */
function MethodList({ model }: { model: PayFormModel }) {
  return (
    <fieldset class="methods">
      <legend class="unseen">{model.text.methods}</legend>
      {model.savedCards.map((card) => (
        <Entry key={card.id} name={card.name} isOpen={model.open === card.id}>
          <SavedCardForm card={card} model={model} />
        </Entry>
      ))}
      {model.methods.map((method) => {
        const Form = FORMS[method];
        return (
          <Entry key={method} name={model.text[method]} isOpen={model.open === method}>
            <Form model={model} />
          </Entry>
        );
      })}
      {model.providers.map((provider) => (
        <ButtonEntry key={provider.id} method={provider} model={model} />
      ))}
    </fieldset>
  );
}

function ButtonEntry({ method, model }: { method: ButtonMethod; model: PayFormModel }) {
  return (
    <Entry name={method.name} mark={method.mark} isOpen={model.open === method.id}>
      <ButtonForm method={method} model={model} />
    </Entry>
  );
}

interface EntryProps {
  readonly name: string;
  readonly mark?: string | undefined;
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
}

/** `details` elements of one name are exclusive, so switching needs no script. */
function Entry({ name, mark, isOpen, children }: EntryProps) {
  return (
    <details class="method" name="method" open={isOpen}>
      <summary>
        <h2>{name}</h2>
        {mark === undefined ? null : <Mark of={mark} look="provider" />}
      </summary>
      {children}
    </details>
  );
}
