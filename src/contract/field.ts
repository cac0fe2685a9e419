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
  /** The first version that has the node. Absent: the lowest version. */
  readonly since?: number | undefined;
  /** The first version that no longer has the node. Absent: all later versions have it. */
  readonly until?: number | undefined;
}

interface FieldOptions extends Lifetime {
  /**
   * Present for card data, which is read into a `Secret`. `SENSITIVE` is authentication data, which must not be stored
   * after an authorization.
   */
  readonly secret?: 'CARD' | 'SENSITIVE' | undefined;
  /** The kind of text, which decides how it is checked for card numbers: see `free-text.ts`. */
  readonly holds?: 'ID' | 'NAME_ON_CARD' | 'PHONE_OR_PRODUCT' | undefined;
  /** The field's type in the versions below `until`. */
  readonly earlier?: { readonly until: number; readonly type: FieldType } | undefined;
  /** The type in answers, if it differs from that in requests, for example because the value is masked. */
  readonly answered?: FieldType | undefined;
  /**
   * True for a field that is accepted for compatibility only. It is validated, stored, and listed in
   * `X-Ignored-Fields`.
   */
  readonly withoutEffect?: true | undefined;
}

/** The value of a field after reading. Only answers have lists of texts. */
export type FieldValue = string | boolean | Secret | string[];

/** These carry the types of values at compile time. The members do not exist at run time. */
declare const VALUE_TYPE: unique symbol;
declare const ANSWER_TYPE: unique symbol;

/**
 * @typeParam V the value in requests
 * @typeParam A the value in answers
 * @typeParam Always true if answers have the field whenever they have its group; `boolean` if only some versions do
 */
export interface Field<V extends FieldValue = FieldValue, A = unknown, Always extends boolean = boolean>
  extends FieldOptions {
  readonly kind: 'field';
  readonly type: FieldType;
  readonly [VALUE_TYPE]?: V;
  readonly [ANSWER_TYPE]?: A;
  /** One sentence for the reference. */
  readonly doc: string;
  /** True if the field is mandatory when its group is given. */
  readonly required: boolean;
  /** True if answers have the field whenever they have its group. */
  readonly always: Always;
}

export type Members = Readonly<Record<string, Node>>;

export interface Group<M extends Members = Members, Always extends boolean = boolean> extends Lifetime {
  readonly kind: 'group';
  readonly members: M;
  readonly doc: string;
  /** True if answers have the group whenever they have the group around it. */
  readonly always: Always;
}

export interface List<M extends Members = Members> extends Lifetime {
  readonly kind: 'list';
  readonly element: Group<M>;
  readonly elementsMax: number;
  readonly doc: string;
  /**
   * The name of a member, for elements that are texts in a request: each becomes an object with this member. A text
   * with commas becomes a list of such objects.
   */
  readonly shorthand?: string;
}

/** Names that the merchant chooses, such as `order.custom.X`. */
export interface FreeNames<N extends Field | Group = Field | Group> extends Lifetime {
  readonly kind: 'free';
  readonly name: RegExp;
  readonly nameAllowed: string;
  readonly membersMax: number;
  /** The node that each of the names has. */
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

/** The value's type in answers: that of `answered`, or else that of the field. */
type AnswerOfType<O, A> = O extends { readonly answered: FieldType<Text, infer Other> } ? Other : A;
/** A field that some versions do not have, or have with another type, may be absent from an answer. */
type AlwaysIn<O> = O extends { readonly since: number } | { readonly until: number } | { readonly earlier: object }
  ? boolean
  : true;

export function field<A, const O extends SecretOptions>(
  type: FieldType<string, A>,
  doc: string,
  options: O,
): Field<Secret, AnswerOfType<O, A>, false>;
export function field<V extends Text, A, const O extends PlainOptions = PlainOptions>(
  type: FieldType<V, A>,
  doc?: string,
  options?: O,
): Field<V, AnswerOfType<O, A>, false>;
export function field(type: FieldType, doc = '', options: FieldOptions = {}): Field {
  return fieldOf(type, doc, options, { required: false, always: false });
}

/**
 * Makes a field that is mandatory in requests when its group is given, and present in answers whenever its group is.
 */
export function required<A, const O extends SecretOptions>(
  type: FieldType<string, A>,
  doc: string,
  options: O,
): Field<Secret, AnswerOfType<O, A>, AlwaysIn<O>>;
export function required<V extends Text, A, const O extends PlainOptions = PlainOptions>(
  type: FieldType<V, A>,
  doc?: string,
  options?: O,
): Field<V, AnswerOfType<O, A>, AlwaysIn<O>>;
export function required(type: FieldType, doc = '', options: FieldOptions = {}): Field {
  return fieldOf(type, doc, options, { required: true, always: true });
}

/** Makes a field of answers that is ALWAYS PROVIDED. */
export function always<V extends Text, A, const O extends PlainOptions = PlainOptions>(
  type: FieldType<V, A>,
  doc?: string,
  options?: O,
): Field<V, AnswerOfType<O, A>, AlwaysIn<O>>;
export function always(type: FieldType, doc = '', options: FieldOptions = {}): Field {
  return fieldOf(type, doc, options, { required: false, always: true });
}

/** Makes a field. Every field has all members in this order, because objects of one shape are the fastest to read. */
function fieldOf(
  type: FieldType,
  doc: string,
  { since, until, secret, holds, earlier, answered, withoutEffect }: FieldOptions,
  { required: isRequired, always: isAlways }: { readonly required: boolean; readonly always: boolean },
): Field {
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

export function group<const M extends Members>(members: M, { doc = '', ...life }: GroupOptions = {}): Group<M, false> {
  return { kind: 'group', members, doc, always: false, ...life };
}

/** Makes a group of answers that is ALWAYS PROVIDED. */
export function alwaysGroup<const M extends Members>(members: M, options: GroupOptions = {}): Group<M, true> {
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
 * The type of a node's value after reading: text, Boolean or `Secret`; an object, a list of objects, or an object with
 * free names.
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

/**
 * The type of a group after reading, in which every field may be absent. A name that the group does not have does not
 * compile.
 */
export type FieldsOf<M> = { [Name in keyof M]?: ValueOf<M[Name]> | undefined };

export function existsIn(node: Lifetime, version: number): boolean {
  return version >= (node.since ?? 0) && version < (node.until ?? Number.POSITIVE_INFINITY);
}

/** The type that a field has in a version. */
export function typeIn({ type, earlier }: Field, version: number): FieldType {
  return earlier !== undefined && version < earlier.until ? earlier.type : type;
}
