import { securityCodeLength } from '../../contract/card-rules.ts';
import { FormField } from '../form/Field.tsx';
import type { Paying } from '../form/use-paying.ts';
import { Mark } from '../marks/Mark.tsx';
import { MethodForm } from '../pay-form/MethodForm.tsx';
import type { PayFormModel } from '../pay-form/model.ts';
import { sentenceFor, wrongFields } from '../pay-form/sentences.ts';
import { Brands } from './Brands.tsx';
import { useCardForm } from './use-card-form.ts';
import { CARD_FIELDS, type CardField } from './validate-card.ts';

/** Longer than any value, so that a pasted number with odd spacing arrives whole and is validated, not truncated. */
const NUMBER_CHARS_MAX = 40;
const EXPIRY_CHARS_MAX = 12;
const SECURITY_CODE_CHARS_MAX = 6;
const NAME_CHARS_MAX = 256;

export function CardForm({ model, paying }: { model: PayFormModel; paying: Paying }) {
  const { text, kept } = model;
  const card = useCardForm(model.errors.card, model.thisMonth);
  const sentence = sentenceFor(text.wrong, card.problems);
  const wrong = wrongFields('card', CARD_FIELDS, card.refused, sentence);
  const box = (name: CardField) => ({
    id: `card-${name}`,
    name,
    error: sentence(name),
    onInput: card.onInput(name),
    onBlur: card.onBlur(name),
  });
  const isOnFront = securityCodeLength(card.brand) === 4;
  const safety = (
    <p class="safety">
      <Mark of="lock" look="lock" />
      {text.safety}
    </p>
  );
  const around = { model, paying, form: card.form, pass: card.pass, wrong, foot: safety };
  return (
    <MethodForm method="card" {...around}>
      <FormField
        {...box('number')}
        label={text.number}
        autocomplete="cc-number"
        inputmode="numeric"
        maxlength={NUMBER_CHARS_MAX}
        required
        beside={<Brands brands={model.brands} brand={card.brand} text={text} />}
      />
      <div class="pair">
        <FormField
          {...box('expiry')}
          label={text.expiry}
          hint={text.expiryHint}
          value={kept.expiry}
          autocomplete="cc-exp"
          inputmode="numeric"
          maxlength={EXPIRY_CHARS_MAX}
          required
        />
        <FormField
          {...box('securityCode')}
          label={text.securityCode}
          hint={isOnFront ? text.securityCodeHintFront : text.securityCodeHint}
          autocomplete="cc-csc"
          inputmode="numeric"
          maxlength={SECURITY_CODE_CHARS_MAX}
          mark={<Mark of={isOnFront ? 'front' : 'back'} look="code" />}
        />
      </div>
      <FormField
        {...box('nameOnCard')}
        label={text.nameOnCard}
        optional={text.optional}
        value={kept.nameOnCard}
        autocomplete="cc-name"
        inputmode="text"
        maxlength={NAME_CHARS_MAX}
      />
    </MethodForm>
  );
}
