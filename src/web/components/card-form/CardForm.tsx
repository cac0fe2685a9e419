import { LabeledInput } from '../form/Field.tsx';
import { Mark } from '../marks/Mark.tsx';
import { MethodForm } from '../pay-form/MethodForm.tsx';
import type { PayFormModel } from '../pay-form/model.ts';
import { sentenceFor, wrongFields } from '../pay-form/sentences.ts';
import { SaveCardBox } from '../saved-cards/SaveCardBox.tsx';
import { Brands } from './Brands.tsx';
import { CardRefusal } from './CardRefusal.tsx';
import { REFUSAL_ID } from './card-refusals.ts';
import { CARD_FIELDS, type CardField } from './validate-card.ts';

/** The limit is longer than any value, so that a pasted number with odd spacing is validated, and not truncated. */
const NUMBER_CHARS_MAX = 40;
const EXPIRY_CHARS_MAX = 12;
const SECURITY_CODE_CHARS_MAX = 6;
const NAME_CHARS_MAX = 256;

export function CardForm({ model }: { model: PayFormModel }) {
  const { text, kept } = model;
  const error = sentenceFor(text.wrong, model.errors.card);
  const box = (name: CardField) => ({
    id: `card-${name}`,
    name,
    error: error(name),
    soleError: model.soleError,
    sentences: text.wrong[name],
  });
  const safety = (
    <p class="safety">
      <Mark of="lock" look="lock" />
      {model.safety}
    </p>
  );
  return (
    <MethodForm method="card" model={model} wrong={wrongFields('card', CARD_FIELDS, error)} foot={safety}>
      {model.asksBrowser ? <input type="hidden" name="browser" autocomplete="off" /> : null}
      <LabeledInput
        {...box('number')}
        label={text.number}
        autocomplete="cc-number"
        inputmode="numeric"
        maxlength={NUMBER_CHARS_MAX}
        required
        placeholder=" "
        mark={<Brands brands={model.brands} text={text} />}
        below={model.cardRefusals && <CardRefusal model={model.cardRefusals} />}
        describedBy={model.cardRefusals && REFUSAL_ID}
      />
      <div class="pair">
        <LabeledInput
          {...box('expiry')}
          label={text.expiry}
          hint={text.expiryHint}
          value={kept.expiry}
          autocomplete="cc-exp"
          inputmode="numeric"
          maxlength={EXPIRY_CHARS_MAX}
          required
        />
        <LabeledInput
          {...box('securityCode')}
          label={text.securityCode}
          hint={text.securityCodeHint}
          hintFront={text.securityCodeHintFront}
          autocomplete="cc-csc"
          inputmode="numeric"
          maxlength={SECURITY_CODE_CHARS_MAX}
          isRequiredAsARule
          mark={<Mark of="back" look="code" />}
        />
      </div>
      <LabeledInput
        {...box('nameOnCard')}
        label={text.nameOnCard}
        optional={text.optional}
        value={kept.nameOnCard}
        autocomplete="cc-name"
        inputmode="text"
        maxlength={NAME_CHARS_MAX}
      />
      {model.saving === undefined ? null : <SaveCardBox saving={model.saving} isTicked={kept.saveCard === true} />}
    </MethodForm>
  );
}
