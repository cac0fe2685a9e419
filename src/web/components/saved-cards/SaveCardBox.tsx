import type { SavingModel } from './saving-model.ts';

interface SaveCardBoxProps {
  readonly saving: SavingModel;
  readonly isTicked: boolean;
}

/** The checkbox starts unticked: storing a card needs the payer's consent. */
export function SaveCardBox({ saving, isTicked }: SaveCardBoxProps) {
  const { isAsked, text, about } = saving;
  if (!isAsked) {
    return <p class="hint">{text}</p>;
  }
  return (
    <div>
      <label class="same" for="save-card">
        <input
          type="checkbox"
          id="save-card"
          name="saveCard"
          checked={isTicked}
          autocomplete="off"
          aria-describedby={about && 'save-card-about'}
        />
        {text}
      </label>
      {about === undefined ? null : (
        <p class="hint" id="save-card-about">
          {about}
        </p>
      )}
    </div>
  );
}
