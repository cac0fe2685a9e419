/**
 * The contract's data model: fields in groups, groups in lists, each with its versions and a line of documentation.
 * Validation, answers, the reference and generated tests all read it.
 *
 * @example
 * const expiry = group({ month: required(digitsBetween(1n, 12n), 'Month of the expiry.'), year: … });
 */
import type { FieldType } from './field-types.ts';
import type { Secret } from './secret.ts';

/** The versions that every operation accepts. */
export const VERSION_MIN = 14;
export const VERSION_MAX = 100;

export interface Lifetime {
  /** The first version that has it. Absent: the lowest. */
  readonly since?: number | undefined;
  /** The first version without it. */
  readonly until?: number | undefined;
}

interface FieldOptions extends Lifetime {
  /**
   * Card data: read into a `Secret`. `SENSITIVE` is authentication data, which must not be stored after an
   * authorization.
   */
  readonly secret?: 'CARD' | 'SENSITIVE' | undefined;
  /** The kind of text, which decides how it is checked for card numbers: see `free-text.ts`. */
  readonly holds?: 'ID' | 'NAME_ON_CARD' | 'PHONE_OR_PRODUCT' | undefined;
  /** Its type in the versions below `until`. */
  readonly earlier?: { readonly until: number; readonly type: FieldType } | undefined;
  /** The type in answers, where it differs from the request's, for example a masked one. */
  readonly answered?: FieldType | undefined;
  /** Accepted for compatibility only: validated, stored, and named in `X-Ignored-Fields`. */
  readonly withoutEffect?: true | undefined;
}

/** The value of a field as read. Only answers have lists of texts. */
export type FieldValue = string | boolean | Secret | string[];

/** Carries the value type at compile time. The member does not exist at run time. */
declare const VALUE_TYPE: unique symbol;

export interface Field<V extends FieldValue = FieldValue> extends FieldOptions {
  readonly kind: 'field';
  readonly type: FieldType;
  readonly [VALUE_TYPE]?: V;
  /** One sentence for the reference. */
  readonly doc: string;
  /** Mandatory when its group is given. */
  readonly required: boolean;
  /** In answers: present whenever its group is. */
  readonly always: boolean;
}

export type Members = Readonly<Record<string, Node>>;

export interface Group<M extends Members = Members> extends Lifetime {
  readonly kind: 'group';
  readonly members: M;
  readonly doc: string;
  /** In answers: present whenever the group around it is. */
  readonly always: boolean;
}

export interface List<M extends Members = Members> extends Lifetime {
  readonly kind: 'list';
  readonly element: Group<M>;
  readonly elementsMax: number;
  readonly doc: string;
  /**
   * In requests, an element that is a text becomes an object with only this member, and a text with commas becomes a
   * list.
   */
  readonly shorthand?: string;
}

/** Names that the merchant chooses, such as `order.custom.X`. */
export interface FreeNames<N extends Field | Group = Field | Group> extends Lifetime {
  readonly kind: 'free';
  readonly name: RegExp;
  readonly nameAllowed: string;
  readonly membersMax: number;
  /** The node of each name. */
  readonly member: N;
  readonly doc: string;
}

export type Node = Field | Group | List | FreeNames;

interface GroupOptions extends Lifetime {
  readonly doc?: string;
}

type Text = string | boolean | string[];
type SecretOptions = FieldOptions & { readonly secret: 'CARD' | 'SENSITIVE' };
type PlainOptions = FieldOptions & { readonly secret?: undefined };

export function field(type: FieldType<string>, doc: string, options: SecretOptions): Field<Secret>;
export function field<V extends Text>(type: FieldType<V>, doc?: string, options?: PlainOptions): Field<V>;
export function field(type: FieldType, doc = '', options: FieldOptions = {}): Field {
  return fieldOf(type, doc, options, { required: false, always: false });
}

/** Mandatory in requests when its group is given, and present in answers whenever its group is. */
export function required(type: FieldType<string>, doc: string, options: SecretOptions): Field<Secret>;
export function required<V extends Text>(type: FieldType<V>, doc?: string, options?: PlainOptions): Field<V>;
export function required(type: FieldType, doc = '', options: FieldOptions = {}): Field {
  return fieldOf(type, doc, options, { required: true, always: true });
}

/** For answers: ALWAYS PROVIDED. */
export function always<V extends Text>(type: FieldType<V>, doc = '', options: PlainOptions = {}): Field<V> {
  return fieldOf<V>(type, doc, options, { required: false, always: true });
}

/** Every field has all members in this order, as every type has. */
function fieldOf<V extends FieldValue>(
  type: FieldType,
  doc: string,
  { since, until, secret, holds, earlier, answered, withoutEffect }: FieldOptions,
  { required: isRequired, always: isAlways }: { readonly required: boolean; readonly always: boolean },
): Field<V> {
  return {
    kind: 'field',
    type,
    doc,
    required: isRequired,
    always: isAlways,
    since,
    until,
    secret,
    holds,
    earlier,
    answered,
    withoutEffect,
  };
}

export function group<const M extends Members>(members: M, { doc = '', ...life }: GroupOptions = {}): Group<M> {
  return { kind: 'group', members, doc, always: false, ...life };
}

/** For answers: a group that is ALWAYS PROVIDED. */
export function alwaysGroup<const M extends Members>(members: M, options: GroupOptions = {}): Group<M> {
  return { ...group(members, options), always: true };
}

export function list<M extends Members>(
  element: Group<M>,
  elementsMax: number,
  { doc = '', ...life }: GroupOptions & Pick<List, 'shorthand'> = {},
): List<M> {
  return { kind: 'list', element, elementsMax, doc, ...life };
}

export function freeNames<N extends Field | Group>({
  doc = '',
  ...options
}: Omit<FreeNames<N>, 'kind' | 'doc'> & { doc?: string }): FreeNames<N> {
  return { kind: 'free', doc, ...options };
}

/**
 * The type of a node as read: text, Boolean or `Secret`; an object, a list of objects, or an object with free names.
 */
export type ValueOf<N> =
  N extends Field<infer V>
    ? V
    : N extends Group<infer M>
      ? FieldsOf<M>
      : N extends List<infer M>
        ? FieldsOf<M>[]
        : N extends FreeNames<infer E>
          ? { [name: string]: ValueOf<E> | undefined }
          : never;

/** The type of a group as read: every field may be absent. A name that the group does not have does not compile. */
export type FieldsOf<M> = { [Name in keyof M]?: ValueOf<M[Name]> | undefined };

export function existsIn(node: Lifetime, version: number): boolean {
  return version >= (node.since ?? 0) && version < (node.until ?? Number.POSITIVE_INFINITY);
}

/** The type that a field has in a version. */
export function typeIn({ type, earlier }: Field, version: number): FieldType {
  return earlier !== undefined && version < earlier.until ? earlier.type : type;
}
