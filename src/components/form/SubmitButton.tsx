import type { Branding } from '../branding.ts';
import { Mark } from '../marks/Mark.tsx';
import type { Paying } from './use-paying.ts';

interface SubmitButtonProps {
  /** The way to pay that this button begins. */
  readonly way: string;
  readonly paying: Paying;
  readonly label: string;
  /** The button's label once it was pressed. */
  readonly busyLabel: string;
  /** The one button in the shop's colour; the others are drawn in outline. */
  readonly branding?: Branding;
  /** The drawing of the way to pay. */
  readonly mark?: string;
}

/** Begins a payment. While one is in flight, every button is disabled, and the pressed one shows its progress. */
export function SubmitButton({ way, paying, label, busyLabel, branding, mark }: SubmitButtonProps) {
  const busy = paying.way === way;
  const look = branding === undefined ? 'secondary' : `primary ink-${branding.ink}`;
  return (
    <>
      <button type="submit" class={busy ? `${look} busy` : look} disabled={paying.way !== undefined}>
        {branding === undefined ? null : (
          <svg class="fill" width="0" height="0" aria-hidden="true">
            <rect width="100%" height="100%" fill={branding.fill} />
          </svg>
        )}
        {busy ? (
          <span class="spinner" aria-hidden="true" />
        ) : mark === undefined ? null : (
          <Mark of={mark} look="provider" />
        )}
        <span class="label">{busy ? busyLabel : label}</span>
      </button>
      <p class="unseen" role="status">
        {busy ? busyLabel : ''}
      </p>
    </>
  );
}
