import type { BrandColors } from '../branding.ts';
import { Mark } from '../marks/Mark.tsx';

interface SubmitButtonProps {
  readonly label: string;
  /** The button's label once it was pressed. */
  readonly busyLabel: string;
  /** Set for the one button in the shop's colour; others are outlined. */
  readonly branding?: BrandColors;
  /** The symbol of the payment method. */
  readonly mark?: string;
}

/** Submits a payment. Meanwhile the page's script disables every button, and the pressed one shows its progress. */
export function SubmitButton({ label, busyLabel, branding, mark }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      class={branding === undefined ? 'secondary' : `primary ink-${branding.ink}`}
      data-busy={busyLabel}
    >
      {branding === undefined ? null : (
        <svg class="fill" width="0" height="0" aria-hidden="true">
          <rect width="100%" height="100%" fill={branding.fill} />
        </svg>
      )}
      {mark === undefined ? null : <Mark of={mark} look="provider" />}
      <span class="label">{label}</span>
    </button>
  );
}
