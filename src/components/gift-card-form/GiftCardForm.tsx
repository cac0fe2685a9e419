import { useRef } from 'preact/hooks';
import { ErrorSummary } from '../form/ErrorSummary.tsx';
import { Field } from '../form/Field.tsx';
import { SubmitButton } from '../form/SubmitButton.tsx';
import { useChecks } from '../form/use-checks.ts';
import type { Paying } from '../form/use-paying.ts';
import { HiddenInputs } from '../pay-form/HiddenInputs.tsx';
import type { PayFormModel } from '../pay-form/model.ts';
import { sentenceFor, wrongFields } from '../pay-form/sentences.ts';
import { useSending } from '../pay-form/use-sending.ts';
import { GIFT_CARD_FIELDS, type GiftCardField, giftCardProblem } from './validate.ts';

/** Longer than any value, so that what was pasted arrives whole and is judged, not cut. */
const numberCharsMax = 40;
const pinCharsMax = 12;

export function GiftCardForm({ model, paying }: { model: PayFormModel; paying: Paying }) {
  const { text, branding, labels } = model;
  const form = useRef<HTMLFormElement>(null);
  const checks = useChecks(GIFT_CARD_FIELDS, giftCardProblem, model.errors.giftCard);
  const onSubmit = useSending(form, checks.pass, paying);
  const sentence = sentenceFor({ number: text.wrong.giftNumber, pin: text.wrong.pin }, checks.problems);
  const handlers = (field: GiftCardField) => ({
    onInput: () => form.current && checks.type(field, form.current),
    onBlur: () => form.current && checks.leave(field, form.current),
  });
  return (
    <form ref={form} method="post" action={model.action} onSubmit={onSubmit}>
      <HiddenInputs hidden={model.hidden} method="giftCard" />
      <ErrorSummary title={text.check} wrong={wrongFields('gift', GIFT_CARD_FIELDS, model.errors.giftCard, sentence)} />
      <Field
        id="gift-number"
        name="number"
        label={text.giftNumber}
        error={sentence('number')}
        autocomplete="off"
        inputmode="numeric"
        maxlength={numberCharsMax}
        required
        {...handlers('number')}
      />
      <Field
        id="gift-pin"
        name="pin"
        label={text.pin}
        hint={text.pinHint}
        error={sentence('pin')}
        autocomplete="off"
        inputmode="numeric"
        maxlength={pinCharsMax}
        {...handlers('pin')}
      />
      <SubmitButton branding={branding} label={labels.button} busyLabel={labels.busy} busy={paying.busy} />
    </form>
  );
}
