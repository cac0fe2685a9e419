/** Validates messages by their tables. */

import { DescriptionValidator, type SchemaViolation } from '../../description/description-validator.ts';
import type { ValueRules } from '../../description/facts.ts';
import { AREQ, AREQ_TO_ACS } from './areq.ts';
import { ARES } from './ares.ts';
import { CREQ, CRES } from './challenge.ts';
import { ERRO, type MessageError } from './erro.ts';
import { PREQ, PRES } from './preparation.ts';
import { repeatedNames } from './repeated-names.ts';
import { RREQ, RREQ_TO_DS, RRES } from './results.ts';
import { elementsIn, type Message, type MessageContext, type MessageTable, VERSIONS, type Version } from './table.ts';

export const TABLES = {
  AReq: AREQ,
  ARes: ARES,
  CReq: CREQ,
  CRes: CRES,
  PReq: PREQ,
  PRes: PRES,
  RReq: RREQ,
  RRes: RRES,
  Erro: ERRO,
  /** Messages between the directory server and the ACS. */
  AReqToAcs: AREQ_TO_ACS,
  RReqToDs: RREQ_TO_DS,
} as const satisfies Readonly<Record<string, MessageTable>>;

export type TableName = keyof typeof TABLES;

const validator = new DescriptionValidator({ from: {}, operations: [], types: {} });
const facts = new Map<string, ValueRules>();

export interface ReadResult {
  /** The message, as far as it could be parsed. */
  readonly message: Message;
  readonly fault?: MessageError;
  /** Elements without a row in the table. Receivers ignore them. */
  readonly unknown: readonly string[];
}

/** @param names the tables of the accepted messages */
export function readMessage(text: string, names: readonly TableName[], context: MessageContext = {}): ReadResult {
  const parsed = parse(text);
  if (parsed === undefined) {
    return { message: {}, fault: { code: '101', detail: 'not JSON' }, unknown: [] };
  }
  const refused = (fault: MessageError): ReadResult => ({ message: parsed, fault, unknown: [] });
  const repeated = repeatedNames(text);
  if (repeated.length > 0) {
    return refused({ code: '204', detail: repeated.join(',') });
  }
  const name = names.find((one) => one.slice(0, 'AReq'.length) === parsed.messageType);
  if (name === undefined) {
    return refused({ code: '101', detail: 'messageType' });
  }
  if (parsed.messageVersion === undefined) {
    return refused({ code: '201', detail: 'messageVersion' });
  }
  const version = VERSIONS.find((one) => one === parsed.messageVersion);
  if (version === undefined) {
    return refused({ code: '102', detail: VERSIONS.join(',') });
  }
  const fault = faultOf(TABLES[name], parsed, version, context);
  return { message: parsed, fault, unknown: unknownElements(TABLES[name], parsed, version) };
}

/** The problems of a message to be sent, in sentences. An unknown element is also a problem. */
export function problemsOf(name: TableName, message: Message, context: MessageContext = {}): string[] {
  const { fault, unknown } = readMessage(JSON.stringify(message), [name], context);
  return [
    ...(fault === undefined ? [] : [`${fault.code}: ${fault.detail}`]),
    ...unknown.map((element) => `${element} is not known`),
  ];
}

function faultOf(
  table: MessageTable,
  message: Message,
  version: Version,
  context: MessageContext,
): MessageError | undefined {
  const elements = elementsIn(table, version);
  const given = { deviceChannel: message.deviceChannel, messageCategory: message.messageCategory, ...context };
  const missing = Object.keys(elements).filter(
    (name) => message[name] === undefined && table[name]?.need?.({ ...given, message, version }),
  );
  const problems = validator.problems(factOf(table, version), message, false);
  missing.push(...problems.filter(({ rule }) => rule === 'required').map(nameOf));
  if (missing.length > 0) {
    return { code: '201', detail: missing.join(',') };
  }
  if (problems.length > 0) {
    return { code: '203', detail: [...new Set(problems.map(nameOf))].join(',') };
  }
  const critical = (message.messageExtension ?? []) as readonly { id: string; criticalityIndicator: boolean }[];
  const ids = critical.filter(({ criticalityIndicator }) => criticalityIndicator).map(({ id }) => id);
  return ids.length > 0 ? { code: '202', detail: ids.join(',') } : undefined;
}

function unknownElements(table: MessageTable, message: Message, version: Version): string[] {
  const problems = validator.problems(factOf(table, version), message, true);
  return problems.filter(({ rule }) => rule === 'unevaluatedProperties').map(nameOf);
}

const names = new Map<MessageTable, TableName>(
  Object.entries(TABLES).map(([name, table]) => [table as MessageTable, name as TableName]),
);

/** Returns the same object for each table and version, so that its schema is compiled once. */
function factOf(table: MessageTable, version: Version): ValueRules {
  const key = `${names.get(table)} ${version}`;
  const fact = facts.get(key) ?? { type: 'object', fields: elementsIn(table, version) };
  facts.set(key, fact);
  return fact;
}

/** Converts the JSON pointer `/acctInfo/chAccDate` to `acctInfo.chAccDate`. */
function nameOf({ field }: SchemaViolation): string {
  return field.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Parses a message without validation. */
export function messageIn(text: string): Message {
  return parse(text) ?? {};
}

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
