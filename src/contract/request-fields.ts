/**
 * The type of all request fields as read, derived from the contract: a name that the contract does not have does not
 * compile, and a card number has the type `Secret`.
 */
import type { FieldsOf, Group, Members } from './field.ts';
import type { link } from './fields/link-fields.ts';
import type { newSession, session } from './fields/session-fields.ts';
import type { sessionUpdate } from './fields/session-update.ts';

/**
 * The members of all requests: a session accepts the fields of every operation, and its creation accepts additional
 * settings. No session holds a link.
 */
type EveryMember = Omit<typeof sessionUpdate.members, 'session'> & {
  link: typeof link;
  session: Group<typeof session.members & typeof newSession.members>;
};

/**
 * Fields of a request, a session or a token, or merged from these. Each operation reads its own part.
 *
 * @example fields.order?.amount // '12.5': canonical text of a decimal number
 */
export type RequestFields = FieldsOf<EveryMember>;

export type SourceOfFundsFields = NonNullable<RequestFields['sourceOfFunds']>;
export type ItemFields = NonNullable<NonNullable<RequestFields['order']>['item']>[number];
export type DeviceFields = NonNullable<RequestFields['device']>;
export type ShippingFields = NonNullable<RequestFields['shipping']>;

type PathsOf<M extends Members, At extends string = ''> = {
  [Name in keyof M & string]: M[Name] extends Group<infer Inner>
    ? `${At}${Name}` | PathsOf<Inner, `${At}${Name}.`>
    : `${At}${Name}`;
}[keyof M & string];

/** Dotted path of a field or group, such as `order.amount`, for tables of fields and errors that name one. */
export type FieldPath = PathsOf<EveryMember>;
