import type { PayFormModel } from './model.ts';

interface HiddenInputsProps {
  readonly hidden: PayFormModel['hidden'];
  /** A payment method, or a provider's id. Absent for the cancel button. */
  readonly method?: string;
}

/**
 * The inputs that identify the form to the server. `autocomplete` is off, since a browser's reload would restore old
 * values.
 */
export function HiddenInputs({ hidden, method }: HiddenInputsProps) {
  return (
    <>
      <input type="hidden" name="sessionVersion" value={hidden.sessionVersion} autocomplete="off" />
      <input type="hidden" name="attempt" value={hidden.attempt} autocomplete="off" />
      <input type="hidden" name="csrf" value={hidden.csrf} autocomplete="off" />
      {method === undefined ? null : <input type="hidden" name="method" value={method} autocomplete="off" />}
    </>
  );
}
