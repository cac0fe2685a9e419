import { LabeledInput } from '../form/Field.tsx';
import { MethodForm } from '../pay-form/MethodForm.tsx';
import type { PayFormModel } from '../pay-form/model.ts';
import { sentenceFor, wrongFields } from '../pay-form/sentences.ts';
import { BalanceButton } from './BalanceButton.tsx';
import { GIFT_CARD_FIELDS, type GiftCardField } from './validate-gift-card.ts';

/** The limit is longer than any value, so that pasted text is validated, and not truncated. */
const NUMBER_CHARS_MAX = 40;
const PIN_CHARS_MAX = 12;

export function GiftCardForm({ model }: { model: PayFormModel }) {
  const { text } = model;
  const sentences = { number: text.wrong.giftNumber, pin: text.wrong.pin };
  const error = sentenceFor(sentences, model.errors.giftCard);
  const box = (name: GiftCardField) => ({
    id: `gift-${name}`,
    name,
    error: error(name),
    soleError: model.soleError,
    sentences: sentences[name],
  });
  const boxes = (
    <>
      <LabeledInput
        {...box('number')}
        label={text.giftNumber}
        autocomplete="off"
        inputmode="numeric"
        maxlength={NUMBER_CHARS_MAX}
        required
      />
      <LabeledInput
        {...box('pin')}
        label={text.pin}
        hint={text.pinHint}
        autocomplete="off"
        inputmode="numeric"
        maxlength={PIN_CHARS_MAX}
      />
    </>
  );
  const kept = model.keptGiftCard;
  const balance = model.asksBalance ? <BalanceButton text={text} /> : null;
  return (
    <MethodForm
      method="giftCard"
      model={model}
      wrong={wrongFields('gift', GIFT_CARD_FIELDS, error)}
      after={kept === undefined ? balance : <OtherCardButton label={kept.other} />}
    >
      {kept === undefined ? boxes : <EnteredCard name={kept.name} />}
      {model.paysParts ? <p class="about">{text.restByCard}</p> : null}
    </MethodForm>
  );
}

/** The gift card of the balance inquiry, in place of the inputs. */
function EnteredCard({ name }: { name: string }) {
  return (
    <p class="kept-card">
      <input type="hidden" name="keptCard" value="1" autocomplete="off" />
      {name}
    </p>
  );
}

/** Comes after the button that pays, since Enter presses the first button. */
function OtherCardButton({ label }: { label: string }) {
  return (
    <button type="submit" class="quiet" name="otherCard" value="1" data-busy={label} formnovalidate>
      <span class="label">{label}</span>
    </button>
  );
}
