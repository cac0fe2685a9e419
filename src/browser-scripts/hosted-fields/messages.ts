/**
 * The messages between a merchant's page and a frame with one field, on a channel that the page hands over once. The
 * page sends styles and commands, the frame sends states. The frame does not send typed characters, except for the BIN
 * of a complete card number.
 */
import type { Role } from './roles.ts';

/** Marks the message that hands over the channel. */
export const HANDOVER = 'turnpike field';

export interface Handover {
  readonly what: typeof HANDOVER;
  /** The id of the form, shared by its fields. */
  readonly form: string;
  readonly role: Role;
  readonly setup: Setup;
}

/** CSS properties in camel case, with their values. */
export type Style = Readonly<Record<string, string>>;

/** A field's appearance and texts. Sent again after each change on the page. */
export interface Setup {
  readonly look: Style;
  readonly placeholderLook: Style;
  /** The input's name for screen readers. */
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly isDisabled: boolean;
  readonly isRequired: boolean;
  /** A BCP 47 tag; empty if the language is unknown. */
  readonly language: string;
  readonly type: 'password' | 'tel' | 'text';
  /** The options of a select, as value and text; absent: the field is an input. */
  readonly options?: readonly (readonly [value: string, text: string])[];
  readonly isEmbossed: boolean;
  readonly rejectsCharacters: boolean;
  /** All roles of the form, for the browser's autofill. */
  readonly roles: readonly Role[];
}

export type Mood = 'focus' | 'hover' | 'placeholder' | 'placeholderShown';

export type FieldCommand =
  | { readonly do: 'set'; readonly setup: Setup }
  | { readonly do: 'focus' }
  /** The mouse is outside of the frame. */
  | { readonly do: 'left' }
  | { readonly do: 'style'; readonly mood: Mood; readonly style: Style }
  | { readonly do: 'message'; readonly text: string }
  | { readonly do: 'judge'; readonly id: number }
  | { readonly do: 'open'; readonly id: number }
  | { readonly do: 'store'; readonly id: number; readonly session: string; readonly type: string };

export type ErrorReason =
  | 'AWAITING_SERVER_RESPONSE'
  | 'EMPTY'
  | 'INVALID_CHARACTERS'
  | 'INVALID_VALUE'
  | 'NOT_SUPPORTED';

export interface Validity {
  readonly isValid: boolean;
  /** Whether more typing may make the value valid. */
  readonly isIncomplete: boolean;
  readonly hasError: boolean;
  readonly errorReason?: ErrorReason;
}

export interface CardType {
  readonly status: 'INSUFFICIENT_LENGTH' | 'NOT_SUPPORTED' | 'SUPPORTED';
  readonly brand?: string;
  readonly fundingMethod?: string;
  readonly issuer?: string;
  readonly localBrand?: string;
  readonly scheme?: string;
}

export interface FieldState extends Validity {
  readonly isEmpty: boolean;
  /** The first six digits of a complete card number with a valid check digit. */
  readonly bin?: string;
  readonly cardType?: CardType;
}

export type FieldEvent = 'blur' | 'change' | 'enter' | 'focus' | 'mouseout' | 'mouseover';

/** The argument of a page's callback `formSessionUpdate`. */
export type SessionUpdateOutcome =
  // biome-ignore lint/suspicious/noExplicitAny: the interface's own answer, as the page knows it.
  | { readonly status: 'ok'; readonly [member: string]: any }
  | { readonly status: 'fields_in_error'; readonly errors: Readonly<Record<string, 'invalid' | 'missing'>> }
  | { readonly status: 'request_timeout' | 'system_error'; readonly errors: { readonly message: string } };

/** It is unknown whether the data was stored. Storing it again is safe. */
export const TIMEOUT_OUTCOME: SessionUpdateOutcome = {
  status: 'request_timeout',
  errors: { message: 'the gateway gave no answer; the same call may be made again' },
};

export type FieldReport =
  | { readonly tell: 'ready' }
  | { readonly tell: 'happened'; readonly what: FieldEvent }
  | { readonly tell: 'state'; readonly state: FieldState }
  | { readonly tell: 'judged'; readonly id: number; readonly state: FieldState }
  | { readonly tell: 'opened'; readonly id: number; readonly session?: string; readonly message?: string }
  | { readonly tell: 'stored'; readonly id: number; readonly outcome: SessionUpdateOutcome };
