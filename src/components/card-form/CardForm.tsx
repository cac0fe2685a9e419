import { securityCodeLength } from '../../contract/card-rules.ts';
import { fill } from '../../text/format.ts';
import { BRAND_MARKS, BRAND_NAMES } from '../brand-names.ts';
import { ErrorSummary } from '../form/ErrorSummary.tsx';
import { Field } from '../form/Field.tsx';
import { SubmitButton } from '../form/SubmitButton.tsx';
import type { Paying } from '../form/use-paying.ts';
import { HiddenInputs } from '../pay-form/HiddenInputs.tsx';
import type { PayFormModel } from '../pay-form/model.ts';
import { sentenceFor, wrongFields } from '../pay-form/sentences.ts';
import { useSending } from '../pay-form/use-sending.ts';
import { useCardForm } from './use-card-form.ts';
import { CARD_FIELDS } from './validate.ts';

/** Longer than any value, so that a pasted number with odd spacing arrives whole and is judged, not cut. */
const numberCharsMax = 40;
const expiryCharsMax = 12;
const securityCodeCharsMax = 6;
const nameCharsMax = 256;

export function CardForm({ model, paying }: { model: PayFormModel; paying: Paying }) {
  const { text, branding, labels } = model;
  const card = useCardForm(model.errors.card, model.thisMonth);
  const onSubmit = useSending(card.form, card.pass, paying);
  const sentence = sentenceFor(text.wrong, card.problems);
  const codeHint = securityCodeLength(card.brand) === 4 ? text.securityCodeHintFront : text.securityCodeHint;
  return (
    <form ref={card.form} method="post" action={model.action} onSubmit={onSubmit}>
      <HiddenInputs hidden={model.hidden} method="card" />
      <ErrorSummary title={text.check} wrong={wrongFields('card', CARD_FIELDS, model.errors.card, sentence)} />
      <Field
        id="card-number"
        name="number"
        label={text.number}
        error={sentence('number')}
        autocomplete="cc-number"
        inputmode="numeric"
        maxlength={numberCharsMax}
        required
        mark={
          <span class="brand-mark" role="status">
            {card.brand === undefined ? null : (
              <>
                <span aria-hidden="true">{BRAND_MARKS[card.brand]}</span>
                <span class="unseen">{fill(text.brand, { brand: BRAND_NAMES[card.brand] })}</span>
              </>
            )}
          </span>
        }
        onInput={card.onInput('number')}
        onBlur={card.onBlur('number')}
      />
      <div class="pair">
        <Field
          id="card-expiry"
          name="expiry"
          label={text.expiry}
          hint={text.expiryHint}
          error={sentence('expiry')}
          value={model.kept.expiry}
          autocomplete="cc-exp"
          inputmode="numeric"
          maxlength={expiryCharsMax}
          required
          onInput={card.onInput('expiry')}
          onBlur={card.onBlur('expiry')}
        />
        <Field
          id="card-securityCode"
          name="securityCode"
          label={text.securityCode}
          hint={codeHint}
          error={sentence('securityCode')}
          autocomplete="cc-csc"
          inputmode="numeric"
          maxlength={securityCodeCharsMax}
          onInput={card.onInput('securityCode')}
          onBlur={card.onBlur('securityCode')}
        />
      </div>
      <Field
        id="card-nameOnCard"
        name="nameOnCard"
        label={text.nameOnCard}
        optional={text.optional}
        error={sentence('nameOnCard')}
        value={model.kept.nameOnCard}
        autocomplete="cc-name"
        inputmode="text"
        maxlength={nameCharsMax}
        onInput={card.onInput('nameOnCard')}
        onBlur={card.onBlur('nameOnCard')}
      />
      <SubmitButton branding={branding} label={labels.button} busyLabel={labels.busy} busy={paying.busy} />
    </form>
  );
}
