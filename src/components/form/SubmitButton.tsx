import type { Branding } from '../branding.ts';

interface SubmitButtonProps {
  readonly branding: Branding;
  readonly label: string;
  /** What the button says once it was pressed. */
  readonly busyLabel: string;
  readonly busy: boolean;
}

/** The one button in the shop's colour. */
export function SubmitButton({ branding, label, busyLabel, busy }: SubmitButtonProps) {
  return (
    <>
      <button type="submit" class={`primary ink-${branding.ink}`} disabled={busy}>
        <svg class="fill" aria-hidden="true" focusable="false">
          <rect width="100%" height="100%" fill={branding.fill} />
        </svg>
        {busy ? <span class="spinner" aria-hidden="true" /> : null}
        <span class="label">{busy ? busyLabel : label}</span>
      </button>
      <p class="unseen" role="status">
        {busy ? busyLabel : ''}
      </p>
    </>
  );
}
