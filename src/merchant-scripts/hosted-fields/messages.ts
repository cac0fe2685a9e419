/**
 * What a merchant's page and a frame with one field say to each other, by a channel that the page hands over once. From
 * the page come looks and commands, from the frame states: never a character that the payer typed, but for the BIN of a
 * number that is complete.
 */
import type { Role } from './roles.ts';

/** The message that brings the channel. */
export const HANDOVER = 'turnpike field';

export interface Handover {
  readonly what: typeof HANDOVER;
  /** The fields of one form share it. */
  readonly form: string;
  readonly role: Role;
  readonly setup: Setup;
}

/** Camel-case names of CSS, with their values. */
export type Style = Readonly<Record<string, string>>;

/** How a field looks and reads. Sent again whenever it changes on the page. */
export interface Setup {
  readonly look: Style;
  readonly placeholderLook: Style;
  /** For readers of the screen. */
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly isDisabled: boolean;
  readonly isRequired: boolean;
  /** BCP 47; empty: the page does not say. */
  readonly language: string;
  readonly type: 'password' | 'tel' | 'text';
  /** Those of a list, as value and text; absent: the payer types. */
  readonly options?: readonly (readonly [value: string, text: string])[];
  readonly isEmbossed: boolean;
  readonly rejectsCharacters: boolean;
  /** All roles of the form, for which a browser may have data to fill in. */
  readonly roles: readonly Role[];
}

export type Mood = 'focus' | 'hover' | 'placeholder' | 'placeholderShown';

export type Command =
  | { readonly do: 'set'; readonly setup: Setup }
  | { readonly do: 'focus' }
  /** The mouse is elsewhere. */
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
  /** Typing on may make it valid. */
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
  /** Of a complete card number whose check digit holds: its first six digits. */
  readonly bin?: string;
  readonly cardType?: CardType;
}

export type Happening = 'blur' | 'change' | 'enter' | 'focus' | 'mouseout' | 'mouseover';

/** What a page's callback `formSessionUpdate` is given. */
export type Outcome =
  // biome-ignore lint/suspicious/noExplicitAny: the interface's own answer, as the page knows it.
  | { readonly status: 'ok'; readonly [member: string]: any }
  | { readonly status: 'fields_in_error'; readonly errors: Readonly<Record<string, 'invalid' | 'missing'>> }
  | { readonly status: 'request_timeout' | 'system_error'; readonly errors: { readonly message: string } };

/** Whether it was stored is unknown. Storing it again does no harm. */
export const TIMED_OUT: Outcome = {
  status: 'request_timeout',
  errors: { message: 'the gateway gave no answer; the same call may be made again' },
};

export type Report =
  | { readonly tell: 'ready' }
  | { readonly tell: 'happened'; readonly what: Happening }
  | { readonly tell: 'state'; readonly state: FieldState }
  | { readonly tell: 'judged'; readonly id: number; readonly state: FieldState }
  | { readonly tell: 'opened'; readonly id: number; readonly session?: string; readonly message?: string }
  | { readonly tell: 'stored'; readonly id: number; readonly outcome: Outcome };
