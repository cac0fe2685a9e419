/**
 * Messages built from the tables, with every allowed field, and values that the tables do not allow. Independent of the
 * validator under test.
 */
import type {
  Clause,
  FieldTable,
  MessageField,
  MessageFieldType,
} from '../../../../src/adapters/three-ds-server/messages/field-types.ts';
import { type MessageType, TABLES } from '../../../../src/adapters/three-ds-server/messages/tables/index.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Members = Record<string, Json>;

export interface Kind {
  readonly type: MessageType;
  readonly version: '2.1.0' | '2.2.0';
  readonly channel: '01' | '02' | '03';
  readonly category: '01' | '02';
}

export const KINDS: readonly Kind[] = (Object.keys(TABLES) as MessageType[]).flatMap((type) =>
  (['2.1.0', '2.2.0'] as const).flatMap((version) =>
    (['01', '02', '03'] as const).flatMap((channel) =>
      (['01', '02'] as const).map((category) => ({ type, version, channel, category })),
    ),
  ),
);

const DATES = { YYMM: '3101', YYYYMMDD: '20310131', YYYYMMDDHHMM: '203101312359', YYYYMMDDHHMMSS: '20310131235959' };

export function sampleOf(type: MessageFieldType, version: Kind['version']): Json {
  switch (type.kind) {
    case 'text':
      return 'é'.repeat(type.max);
    case 'commonText':
      return '~'.repeat(type.max);
    case 'digits':
      return '4'.repeat(type.max);
    case 'number':
      return String(type.to).padStart(type.min, '0');
    case 'code':
      return type.values[0] ?? '';
    case 'date':
      return DATES[type.form];
    case 'authenticationValue':
      return 'AAABBZEEBgAAAAAAAAQGAAAAAAA=';
    case 'country':
      return '276';
    case 'currency':
      return '978';
    case 'email':
      return 'payer@example.com';
    case 'ip':
      return '2001:db8::1';
    case 'jws':
      return 'e30.e30.c2ln';
    case 'timeZone':
      return '-120';
    case 'url':
      return 'https://acs.example/challenge';
    case 'uuid':
      return '6c57c18f-e55b-4333-a991-460b04ee0730';
    case 'version':
      return '2.2.0';
    case 'boolean':
    case 'true':
      return true;
    case 'json':
      return { key: ['value', 12.5, null, true] };
    case 'object':
      return membersOf(type.fields, ({ since }) => since === undefined || version === since, version);
    case 'list':
      return [sampleOf(type.of, version)];
    case 'byVersion':
      return sampleOf(type.types[version], version);
  }
}

/** Texts and other values that no field of this type takes, by what is wrong with them. */
export function wrongOf(type: MessageFieldType, version: Kind['version']): Record<string, Json> {
  const common = { 'a number': 12, 'an empty text': '', null: null };
  switch (type.kind) {
    case 'byVersion':
      return wrongOf(type.types[version], version);
    case 'boolean':
    case 'true':
      return { ...common, 'a text': 'true', 'a list': [true] };
    case 'json':
      return { ...common, 'a text': '{}', 'too long': { key: 'x'.repeat(type.max) } };
    case 'object':
      return { ...common, 'a text': '{}', 'a list': [] };
    case 'list':
      return {
        ...common,
        'an object': {},
        ...(type.max < 1_000 && { 'too long': Array.from({ length: type.max + 1 }, () => sampleOf(type.of, version)) }),
      };
    case 'text':
      return { ...common, 'an object': {}, 'too long': 'é'.repeat(type.max + 1) };
    case 'commonText':
      return { ...common, 'an object': {}, 'too long': 'x'.repeat(type.max + 1), 'other letters': 'Łukasz' };
    case 'digits':
      return { ...common, 'an object': {}, 'too long': '4'.repeat(type.max + 1), 'no digits': 'x'.repeat(type.max) };
    case 'url':
      return {
        ...common,
        'an object': {},
        'too long': `https://acs.example/${'x'.repeat(type.max)}`,
        'a script': 'javascript:alert(1)',
        'in clear': 'http://acs.example/',
      };
    case 'email':
      return { ...common, 'an object': {}, 'too long': `${'x'.repeat(type.max)}@example.com` };
    default:
      return { ...common, 'an object': {}, 'too long': '9'.repeat(65_000), other: '<b>' };
  }
}

/** Every field of a table that such a message may have. */
export function fullMessage({ type, version, channel, category }: Kind): Members {
  const members = membersOf(TABLES[type], (field) => mayBe(field, { version, channel, category }), version);
  const own: Members = { messageVersion: version, deviceChannel: channel, messageCategory: category };
  for (const [name, value] of Object.entries(own)) {
    if (Object.hasOwn(TABLES[type], name)) {
      members[name] = value;
    }
  }
  return members;
}

export function mayBe(field: MessageField, { version, channel, category }: Omit<Kind, 'type'>): boolean {
  return (
    (field.since === undefined || version !== '2.1.0') &&
    (field.channels?.includes(channel) ?? true) &&
    (field.categories?.includes(category) ?? true)
  );
}

function membersOf(table: FieldTable, taken: (field: MessageField) => boolean, version: Kind['version']): Members {
  const fields = Object.entries(table).filter(([, field]) => taken(field));
  return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field.type, version)]));
}

/** The members that satisfy a clause; undefined where such a message cannot satisfy it. */
export function fulfilling(clause: Clause, members: Members, kind: Kind): Members | undefined {
  const made = { ...members };
  const facts: Members = { deviceChannel: kind.channel, messageCategory: kind.category, messageVersion: kind.version };
  for (const [name, asked] of Object.entries(clause)) {
    if (asked === 'present') {
      if (made[name] === undefined) {
        return undefined;
      }
    } else if (Object.hasOwn(facts, name)) {
      if (!(asked as readonly Json[]).includes(facts[name] as Json)) {
        return undefined;
      }
    } else if (made[name] !== undefined) {
      made[name] = asked[0] as Json;
    } else if (name !== 'acsDecConInd' || asked[0] !== 'N') {
      return undefined;
    }
  }
  return made;
}

export const bytesOf = (members: Members): Buffer => Buffer.from(JSON.stringify(members));
