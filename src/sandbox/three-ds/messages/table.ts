/** The types and conditions of the messages' tables. */
import type { ValueRules } from '../../description/facts.ts';

export const VERSIONS = ['2.1.0', '2.2.0'] as const;
export type Version = (typeof VERSIONS)[number];

export type Message = Readonly<Record<string, unknown>>;

/** The message's transaction, for conditions. */
export interface MessageContext {
  /** 01 app, 02 browser, 03 3RI. */
  readonly deviceChannel?: unknown;
  /** 01 payment, 02 non-payment. */
  readonly messageCategory?: unknown;
}

export interface ConditionInput extends MessageContext {
  readonly message: Message;
  readonly version: Version;
}

export interface MessageElement {
  readonly is: ValueRules;
  /** Whether the element is required. Absent: it is optional. */
  readonly need?: (given: ConditionInput) => boolean;
  /** The element's rules in 2.1.0, if they differ. Null: 2.1.0 does not have the element. */
  readonly in210?: ValueRules | null;
}

export type MessageTable = Readonly<Record<string, MessageElement>>;

export const always = (): boolean => true;
export const inApp = ({ deviceChannel }: ConditionInput): boolean => deviceChannel === '01';
export const inBrowser = ({ deviceChannel }: ConditionInput): boolean => deviceChannel === '02';
export const withoutPayer = ({ deviceChannel }: ConditionInput): boolean => deviceChannel === '03';
export const withPayer = (given: ConditionInput): boolean => inApp(given) || inBrowser(given);
export const from220 = ({ version }: ConditionInput): boolean => version !== '2.1.0';
export const forPayment = ({ messageCategory }: ConditionInput): boolean => messageCategory === '01';

/** Whether the message's element has one of these values. */
export const when =
  (name: string, ...values: readonly unknown[]) =>
  ({ message }: ConditionInput): boolean =>
    values.includes(message[name]);

export const both =
  (...needs: readonly NonNullable<MessageElement['need']>[]) =>
  (given: ConditionInput): boolean =>
    needs.every((need) => need(given));

export const either =
  (...needs: readonly NonNullable<MessageElement['need']>[]) =>
  (given: ConditionInput): boolean =>
    needs.some((need) => need(given));

/** The elements of a version. */
export function elementsIn(table: MessageTable, version: Version): Readonly<Record<string, ValueRules>> {
  const facts = Object.entries(table).map(([name, { is, in210 }]) => {
    return [name, version === '2.1.0' && in210 !== undefined ? in210 : is] as const;
  });
  return Object.fromEntries(facts.filter((one): one is readonly [string, ValueRules] => one[1] !== null));
}

/** The message without undefined elements, at any depth. */
export function knownPart(table: MessageTable, message: Message): Message {
  const version = VERSIONS.find((one) => one === message.messageVersion) ?? VERSIONS[0];
  return knownOf({ type: 'object', fields: elementsIn(table, version) }, message) as Message;
}

function knownOf({ fields, of }: ValueRules, value: unknown): unknown {
  if (Array.isArray(value)) {
    return of === undefined ? value : value.map((one) => knownOf(of, one));
  }
  if (fields === undefined || typeof value !== 'object' || value === null) {
    return value;
  }
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(fields, name));
  return Object.fromEntries(known.map(([name, one]) => [name, knownOf(fields[name] ?? {}, one)]));
}
