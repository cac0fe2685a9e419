/** The types and conditions of the messages' tables. */
import type { Fact } from '../../description/facts.ts';

export const VERSIONS = ['2.1.0', '2.2.0'] as const;
export type Version = (typeof VERSIONS)[number];

export type Message = Readonly<Record<string, unknown>>;

/** The message's transaction, for conditions. */
export interface Context {
  /** 01 app, 02 browser, 03 3RI. */
  readonly deviceChannel?: unknown;
  /** 01 payment, 02 non-payment. */
  readonly messageCategory?: unknown;
}

export interface Given extends Context {
  readonly message: Message;
  readonly version: Version;
}

export interface Element {
  readonly is: Fact;
  /** Whether the element is required. Absent: it is optional. */
  readonly need?: (given: Given) => boolean;
  /** Its rules in 2.1.0, if they differ. Null: it does not exist there. */
  readonly in210?: Fact | null;
}

export type Table = Readonly<Record<string, Element>>;

export const always = (): boolean => true;
export const inApp = ({ deviceChannel }: Given): boolean => deviceChannel === '01';
export const inBrowser = ({ deviceChannel }: Given): boolean => deviceChannel === '02';
export const withoutPayer = ({ deviceChannel }: Given): boolean => deviceChannel === '03';
export const withPayer = (given: Given): boolean => inApp(given) || inBrowser(given);
export const from220 = ({ version }: Given): boolean => version !== '2.1.0';
export const forPayment = ({ messageCategory }: Given): boolean => messageCategory === '01';

/** Whether the message's element has one of these values. */
export const when =
  (name: string, ...values: readonly unknown[]) =>
  ({ message }: Given): boolean =>
    values.includes(message[name]);

export const both =
  (...needs: readonly NonNullable<Element['need']>[]) =>
  (given: Given): boolean =>
    needs.every((need) => need(given));

export const either =
  (...needs: readonly NonNullable<Element['need']>[]) =>
  (given: Given): boolean =>
    needs.some((need) => need(given));

/** The elements of a version. */
export function elementsIn(table: Table, version: Version): Readonly<Record<string, Fact>> {
  const facts = Object.entries(table).map(([name, { is, in210 }]) => {
    return [name, version === '2.1.0' && in210 !== undefined ? in210 : is] as const;
  });
  return Object.fromEntries(facts.filter((one): one is readonly [string, Fact] => one[1] !== null));
}

/** The message without undefined elements, at any depth. */
export function knownPart(table: Table, message: Message): Message {
  const version = VERSIONS.find((one) => one === message.messageVersion) ?? VERSIONS[0];
  return knownOf({ type: 'object', fields: elementsIn(table, version) }, message) as Message;
}

function knownOf({ fields, of }: Fact, value: unknown): unknown {
  if (Array.isArray(value)) {
    return of === undefined ? value : value.map((one) => knownOf(of, one));
  }
  if (fields === undefined || typeof value !== 'object' || value === null) {
    return value;
  }
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(fields, name));
  return Object.fromEntries(known.map(([name, one]) => [name, knownOf(fields[name] ?? {}, one)]));
}
