import type { ComponentChildren } from 'preact';
import type { Sentences } from './problems.ts';

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
  /** Shown beside the label. */
  readonly beside?: ComponentChildren;
  /** Shown inside the input's box, at its end. */
  readonly mark?: ComponentChildren;
}

/** One labelled input with its hint and its error. Numbers read left to right in every language. */
export function LabeledInput(props: FieldProps) {
  const { id, hint, error, optional } = props;
  const describedBy = [hint === undefined ? '' : `${id}-hint`, `${id}-error`].join(' ').trim();
  const label = (
    <label for={id}>
      {props.label}
      {optional === undefined ? null : <span class="optional"> ({optional})</span>}
    </label>
  );
  return (
    <div class="field">
      {props.beside === undefined ? (
        label
      ) : (
        <div class="labelled">
          {label} {props.beside}
        </div>
      )}
      <span class="box">
        <input
          id={id}
          name={props.name}
          type="text"
          dir={props.inputmode === 'numeric' ? 'ltr' : 'auto'}
          value={props.value ?? ''}
          autocomplete={props.autocomplete}
          inputmode={props.inputmode}
          maxlength={props.maxlength}
          required={props.required ?? false}
          aria-required={props.isRequiredAsARule ? 'true' : undefined}
          spellcheck={false}
          autocapitalize={props.inputmode === 'numeric' ? 'off' : 'words'}
          aria-describedby={describedBy}
          aria-invalid={error === undefined ? undefined : 'true'}
          data-sentences={JSON.stringify(props.sentences)}
        />
        {props.mark}
      </span>
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`} data-front={props.hintFront}>
          {hint}
        </p>
      )}
      <p class="error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
