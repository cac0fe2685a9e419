/** Pays with a saved card: its expiry, its security code where the shop asks for it, and one button. */
import { LabeledInput } from '../form/Field.tsx';
import { SubmitButton } from '../form/SubmitButton.tsx';
import { Mark } from '../marks/Mark.tsx';
import { HiddenInputs } from '../pay-form/HiddenInputs.tsx';
import type { PayFormModel } from '../pay-form/model.ts';
import type { SavedCardModel } from './saved-card-model.ts';

const SECURITY_CODE_CHARS_MAX = 6;

interface SavedCardFormProps {
  readonly card: SavedCardModel;
  readonly model: PayFormModel;
}

export function SavedCardForm({ card, model }: SavedCardFormProps) {
  const { text, branding } = model;
  const { asksBrowser, securityCode } = card;
  return (
    <form method="post" action={model.action} data-check={text.check}>
      <HiddenInputs hidden={model.hidden} method={card.id} />
      {asksBrowser ? <input type="hidden" name="browser" autocomplete="off" /> : null}
      {card.expires === undefined ? null : <p class="hint">{card.expires}</p>}
      {securityCode === undefined ? null : (
        <LabeledInput
          id={`${card.id}-securityCode`}
          name="securityCode"
          error={securityCode.error}
          soleError={model.soleError}
          sentences={text.wrong.securityCode}
          label={text.securityCode}
          hint={securityCode.hint}
          autocomplete="cc-csc"
          inputmode="numeric"
          maxlength={SECURITY_CODE_CHARS_MAX}
          isRequiredAsARule
          mark={<Mark of="back" look="code" />}
        />
      )}
      <SubmitButton label={card.button} busyLabel={card.busy} branding={branding} />
    </form>
  );
}
