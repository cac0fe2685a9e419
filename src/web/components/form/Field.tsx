import type { ComponentChildren } from 'preact';
import type { Sentences } from './problems.ts';

/** How the only error of a form is read aloud as the page opens: by the focus on its input, or as an alert. */
export type SoleError = 'focus' | 'alert' | undefined;

export interface FieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Marks a field that may be left empty. */
  readonly optional?: string | undefined;
  readonly hint?: string | undefined;
  /** The hint for a security code on the front of the card. */
  readonly hintFront?: string;
  readonly error?: string | undefined;
  readonly soleError: SoleError;
  /** The error sentences, for the page's script. */
  readonly sentences: Sentences;
  readonly value?: string | undefined;
  /** Must not name a secret that the browser would offer to store as a password. */
  readonly autocomplete: string;
  readonly inputmode: 'numeric' | 'text';
  readonly maxlength: number;
  readonly required?: boolean;
  /**
   * Whether the input is required in most cases. The script and the server check it, as `required` has no exceptions.
   */
  readonly isRequiredAsARule?: boolean;
  /** A blank, by which styles recognise an empty input. */
  readonly placeholder?: ' ';
  /** Shown inside the input's box, at its end. */
  readonly mark?: ComponentChildren;
  /** Shown below the error, and its id if it describes the input. */
  readonly below?: ComponentChildren;
  readonly describedBy?: string | undefined;
}

/** One labelled input with its hint and its error. Numbers read left to right in every language. */
export function LabeledInput(props: FieldProps) {
  const { id, hint, error, optional } = props;
  const describedBy = [hint === undefined ? '' : `${id}-hint`, `${id}-error`, props.describedBy ?? ''].join(' ').trim();
  return (
    <div class="field">
      <label for={id}>
        {props.label}
        {optional === undefined ? null : <span class="optional"> ({optional})</span>}
      </label>
      <span class="box">
        <input
          id={id}
          name={props.name}
          type="text"
          dir={props.inputmode === 'numeric' ? 'ltr' : 'auto'}
          value={props.value ?? ''}
          placeholder={props.placeholder}
          autocomplete={props.autocomplete}
          inputmode={props.inputmode}
          maxlength={props.maxlength}
          required={props.required ?? false}
          aria-required={props.isRequiredAsARule ? 'true' : undefined}
          spellcheck={false}
          autocapitalize={props.inputmode === 'numeric' ? 'off' : 'words'}
          aria-describedby={describedBy}
          aria-invalid={error === undefined ? undefined : 'true'}
          autofocus={error !== undefined && props.soleError === 'focus'}
          data-sentences={JSON.stringify(props.sentences)}
        />
        {props.mark}
      </span>
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`} data-front={props.hintFront}>
          {hint}
        </p>
      )}
      <p class="error" id={`${id}-error`} role={error === undefined ? undefined : alertRole(props.soleError)}>
        {error}
      </p>
      {props.below}
    </div>
  );
}

export function alertRole(soleError: SoleError): 'alert' | undefined {
  return soleError === 'alert' ? 'alert' : undefined;
}
