import { useRef } from 'preact/hooks';
import { FormField } from '../form/Field.tsx';
import { useChecks } from '../form/use-checks.ts';
import type { Paying } from '../form/use-paying.ts';
import { MethodForm } from '../pay-form/MethodForm.tsx';
import type { PayFormModel } from '../pay-form/model.ts';
import { sentenceFor, wrongFields } from '../pay-form/sentences.ts';
import { BALANCE, BalanceButton } from './BalanceButton.tsx';
import { GIFT_CARD_FIELDS, type GiftCardField, giftCardProblem } from './validate-gift-card.ts';

/** Longer than any value, so that pasted text arrives whole and is validated, not truncated. */
const NUMBER_CHARS_MAX = 40;
const PIN_CHARS_MAX = 12;

export function GiftCardForm({ model, paying }: { model: PayFormModel; paying: Paying }) {
  const { text } = model;
  const form = useRef<HTMLFormElement>(null);
  const checks = useChecks(GIFT_CARD_FIELDS, giftCardProblem, model.errors.giftCard);
  const sentence = sentenceFor({ number: text.wrong.giftNumber, pin: text.wrong.pin }, checks.problems);
  const wrong = wrongFields('gift', GIFT_CARD_FIELDS, checks.refused, sentence);
  const box = (name: GiftCardField) => ({
    id: `gift-${name}`,
    name,
    error: sentence(name),
    onInput: () => form.current && checks.type(name, form.current),
    onBlur: () => form.current && checks.blur(name, form.current),
  });
  return (
    <MethodForm
      method="giftCard"
      model={model}
      paying={paying}
      form={form}
      pass={checks.pass}
      wrong={wrong}
      otherButton={BALANCE}
      after={model.asksBalance ? <BalanceButton text={text} paying={paying} /> : null}
    >
      <FormField
        {...box('number')}
        label={text.giftNumber}
        autocomplete="off"
        inputmode="numeric"
        maxlength={NUMBER_CHARS_MAX}
        required
      />
      <FormField
        {...box('pin')}
        label={text.pin}
        hint={text.pinHint}
        autocomplete="off"
        inputmode="numeric"
        maxlength={PIN_CHARS_MAX}
      />
      {model.paysParts ? <p class="about">{text.restByCard}</p> : null}
    </MethodForm>
  );
}
