/**
 * The types of fields as data: the tables of messages consist of these, `validateFields` validates by them, and the
 * types of messages are inferred from them.
 */
import type { JsonValue } from '../../../contract/json.ts';
import type { Secret } from '../../../contract/secret.ts';
import type { Version } from './versions.ts';

export type DateForm = 'YYMM' | 'YYYYMMDD' | 'YYYYMMDDHHMM' | 'YYYYMMDDHHMMSS';

/** Marks fields with card data, which are a `Secret` in memory. */
interface MaybeSecret {
  readonly secret: boolean;
}

export type MessageFieldType =
  /** Lengths in characters (code points), as everywhere in the specification. */
  | ({ readonly kind: 'text'; readonly min: number; readonly max: number } & MaybeSecret)
  | ({ readonly kind: 'digits'; readonly min: number; readonly max: number } & MaybeSecret)
  /** Text in the common character set of EMV (Book 4, Annex B), which is printable ASCII. */
  | { readonly kind: 'commonText'; readonly min: number; readonly max: number }
  /** Digits of a number within an inclusive range. */
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly from: number; readonly to: number }
  /** `reserved`: also accepts `80` to `99`, which directory servers define. */
  | { readonly kind: 'code'; readonly values: readonly string[]; readonly reserved: boolean }
  | ({ readonly kind: 'date'; readonly form: DateForm } & MaybeSecret)
  /** 20 bytes in Base64. */
  | ({ readonly kind: 'authenticationValue' } & MaybeSecret)
  /** ISO 3166-1, three digits, without the codes that the specification excludes. */
  | { readonly kind: 'country' }
  /** ISO 4217, three digits, without the codes that the specification excludes. */
  | { readonly kind: 'currency' }
  | { readonly kind: 'email'; readonly max: number }
  | { readonly kind: 'ip' }
  /** JSON Web Signature in its compact form (RFC 7515, 7.1). */
  | { readonly kind: 'jws'; readonly max: number }
  /** Minutes between UTC and the payer's local time, with or without a sign. */
  | { readonly kind: 'timeZone' }
  | { readonly kind: 'url'; readonly max: number }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'version' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'true' }
  /** Any object, with at most `max` characters as JSON. */
  | { readonly kind: 'json'; readonly max: number }
  | { readonly kind: 'object'; readonly fields: FieldTable }
  | { readonly kind: 'list'; readonly of: MessageFieldType; readonly min: number; readonly max: number }
  | { readonly kind: 'byVersion'; readonly types: Readonly<Record<Version, MessageFieldType>> };

/** A condition on another field: the field has one of these values, or is present. */
export type FieldCondition = readonly (string | boolean)[] | 'present';

/**
 * Conditions that must all hold. Fields that the message itself does not have, such as `deviceChannel` of an ARes, are
 * those of its request.
 */
export type Clause = Readonly<Record<string, FieldCondition>>;

export interface MessageField {
  readonly type: MessageFieldType;
  /**
   * `true` if the field is always mandatory where it is allowed, or the clauses of which one must hold. Absent:
   * optional.
   */
  readonly required?: true | readonly Clause[];
  /** Device channels and categories in which the field is allowed. Absent: all. */
  readonly channels?: readonly ('01' | '02' | '03')[];
  readonly categories?: readonly ('01' | '02')[];
  readonly since?: '2.2.0';
}

export type FieldTable = Readonly<Record<string, MessageField>>;

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
/** A code that a directory server defines. */
export type ReservedCode = `8${Digit}` | `9${Digit}`;

export type ValueOf<T> = T extends { readonly kind: 'boolean' }
  ? boolean
  : T extends { readonly kind: 'true' }
    ? true
    : T extends { readonly kind: 'code'; readonly values: readonly (infer V)[]; readonly reserved: infer R }
      ? V | (R extends true ? ReservedCode : never)
      : T extends { readonly kind: 'object'; readonly fields: infer F }
        ? GroupOf<F>
        : T extends { readonly kind: 'list'; readonly of: infer E }
          ? readonly ValueOf<E>[]
          : T extends { readonly kind: 'json' }
            ? JsonValue
            : T extends { readonly kind: 'byVersion'; readonly types: infer B }
              ? ValueOf<B[keyof B]>
              : T extends { readonly secret: true }
                ? Secret
                : string;

/** A field that some messages of its type cannot have. */
type Sometimes = { readonly channels: unknown } | { readonly categories: unknown } | { readonly since: unknown };

type AlwaysThere<F> = F extends { readonly required: true } ? (F extends Sometimes ? false : true) : false;

type TypeOf<F> = F extends { readonly type: infer T } ? ValueOf<T> : never;

/** The values of a table's fields. */
export type GroupOf<F> = {
  readonly [Name in keyof F as AlwaysThere<F[Name]> extends true ? Name : never]: TypeOf<F[Name]>;
} & {
  readonly [Name in keyof F as AlwaysThere<F[Name]> extends true ? never : Name]?: TypeOf<F[Name]> | undefined;
};

export const text = (max: number, min = 1) => ({ kind: 'text', min, max, secret: false }) as const;
export const commonText = (max: number, min = 1) => ({ kind: 'commonText', min, max }) as const;
export const digits = (min: number, max: number) => ({ kind: 'digits', min, max, secret: false }) as const;
export const secretDigits = (min: number, max: number) => ({ kind: 'digits', min, max, secret: true }) as const;
export const number = (length: readonly [min: number, max: number], from: number, to: number) =>
  ({ kind: 'number', min: length[0], max: length[1], from, to }) as const;
export const code = <const V extends readonly string[]>(...values: V) =>
  ({ kind: 'code', values, reserved: false }) as const;
export const codeOrReserved = <const V extends readonly string[]>(...values: V) =>
  ({ kind: 'code', values, reserved: true }) as const;
export const date = (form: DateForm) => ({ kind: 'date', form, secret: false }) as const;
export const url = (max: number) => ({ kind: 'url', max }) as const;
export const list = <const T extends MessageFieldType>(of: T, max: number, min = 1) =>
  ({ kind: 'list', of, min, max }) as const;
export const object = <const F extends FieldTable>(fields: F) => ({ kind: 'object', fields }) as const;
export const json = (max: number) => ({ kind: 'json', max }) as const;
export const byVersion = <const A extends MessageFieldType, const B extends MessageFieldType>(first: A, second: B) =>
  ({ kind: 'byVersion', types: { '2.1.0': first, '2.2.0': second } }) as const;

export const UUID = { kind: 'uuid' } as const;
export const BOOLEAN = { kind: 'boolean' } as const;
export const COUNTRY = { kind: 'country' } as const;
export const CURRENCY = { kind: 'currency' } as const;
export const VERSION_TEXT = { kind: 'version' } as const;
export const SECRET_EXPIRY = { kind: 'date', form: 'YYMM', secret: true } as const;
export const AUTHENTICATION_VALUE = { kind: 'authenticationValue', secret: true } as const;
