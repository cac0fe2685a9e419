import type { BrandColors } from '../branding.ts';
import { Mark } from '../marks/Mark.tsx';

interface SubmitButtonProps {
  /** A wallet's button has the wallet's colour; the button that pays has the shop's. */
  readonly look?: 'primary' | 'wallet';
  readonly label: string;
  /** The accessible name, if the label is a part of it. */
  readonly fullLabel?: string;
  /** The button's label once it was pressed. */
  readonly busyLabel: string;
  readonly branding: BrandColors;
  /** The symbol of the payment method. */
  readonly mark?: string | undefined;
}

/** Submits a payment. Meanwhile the page's script disables every button, and the pressed one shows its progress. */
export function SubmitButton({ look = 'primary', label, fullLabel, busyLabel, branding, mark }: SubmitButtonProps) {
  return (
    <button type="submit" class={`${look} ink-${branding.ink}`} aria-label={fullLabel} data-busy={busyLabel}>
      <svg class="fill" fill={branding.fill} width="0" height="0" aria-hidden="true">
        <rect width="100%" height="100%" fill={branding.paint} />
      </svg>
      {mark === undefined ? null : <Mark of={mark} look="provider" />}
      <span class="label">{label}</span>
    </button>
  );
}
