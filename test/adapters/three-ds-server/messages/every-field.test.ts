import { afterAll, describe, expect, it } from 'vitest';
import type { FieldTable, MessageField } from '../../../../src/adapters/three-ds-server/messages/field-types.ts';
import { readMessage } from '../../../../src/adapters/three-ds-server/messages/read-message.ts';
import { type MessageType, TABLES } from '../../../../src/adapters/three-ds-server/messages/tables/index.ts';
import { UnfitMessage, writeMessage } from '../../../../src/adapters/three-ds-server/messages/write-message.ts';
import { describeAtLength, firstOfEach } from '../../../support/at-length.ts';
import {
  bytesOf,
  fulfilling,
  fullMessage,
  type Json,
  KINDS,
  type Kind,
  type Members,
  mayBe,
  wrongOf,
} from './samples.ts';

const ALL = Object.keys(TABLES) as MessageType[];

/** The number of validated messages, by type and by error. */
const counts = new Map<MessageType, Map<string, number>>();

function count(what: string, type: MessageType): void {
  const own = counts.get(type) ?? new Map<string, number>();
  counts.set(type, own.set(what, (own.get(what) ?? 0) + 1));
}

/** The request's values that apply to its answer. */
const contextOf = ({ channel, category }: Kind) =>
  ({ deviceChannel: channel, messageCategory: category, acsDecConInd: 'N' }) as const;

function verdict(kind: Kind, bytes: Uint8Array) {
  const { type } = kind;
  const context = contextOf(kind);
  const read = readMessage(bytes, { types: [type], context, extensions: ['é'.repeat(64)] });
  return read.ok ? 'sound' : `${read.problem.code} ${read.problem.detail}`;
}

/** A field of a message or of a group in it, with a function that replaces its value. */
interface Place {
  readonly path: string;
  readonly name: string;
  readonly field: MessageField;
  readonly required: boolean;
  with(members: Members, value: Json | undefined): Members;
}

function placesOf(table: FieldTable, kind: Kind): Place[] {
  return Object.entries(table).flatMap(([name, field]): Place[] => {
    const own: Place = {
      path: name,
      name,
      field,
      required: field.required === true,
      with: (members, value) => {
        const { [name]: _, ...rest } = members;
        return value === undefined ? rest : { ...rest, [name]: value };
      },
    };
    return mayBe(field, kind) ? [own, ...insideOf(name, field, kind)] : [];
  });
}

function insideOf(group: string, { type }: MessageField, kind: Kind): Place[] {
  const inner = type.kind === 'list' ? type.of : type;
  if (inner.kind !== 'object') {
    return [];
  }
  return Object.entries(inner.fields)
    .filter(([, inside]) => mayBe(inside, kind))
    .map(([name, field]) => ({
      path: `${group}.${name}`,
      name,
      field,
      required: field.required === true,
      with: (members, value) => {
        const before = members[group] as Members | Members[];
        const { [name]: _, ...rest } = (Array.isArray(before) ? before[0] : before) as Members;
        const after = value === undefined ? rest : { ...rest, [name]: value };
        return { ...members, [group]: Array.isArray(before) ? [after] : after };
      },
    }));
}

/** The fields that identify the message have results of their own. */
const isOfEnvelope = (name: string) =>
  ['messageType', 'messageVersion', 'deviceChannel', 'messageCategory'].includes(name);

describeAtLength(
  KINDS,
  firstOfEach(({ type }) => type),
)('$type of $version, channel $channel, category $category', (kind) => {
  const table: FieldTable = TABLES[kind.type];
  const members = fullMessage(kind);
  const places = placesOf(table, kind);

  it('a message is valid with every field that it may have, and is written as it was read', () => {
    const context = contextOf(kind);
    const read = readMessage(bytesOf(members), { types: ALL, context, extensions: ['é'.repeat(64)] });
    expect(read).toMatchObject({ ok: true, type: kind.type, additional: {} });
    const message = (read as Extract<typeof read, { ok: true }>).message;
    expect(JSON.parse(writeMessage(message, context))).toEqual(members);
    count('sound', kind.type);
  });

  it('a message reports a missing required field by its name', () => {
    for (const place of places.filter(({ required }) => required)) {
      const without = place.with(members, undefined);
      expect(verdict(kind, bytesOf(without)), place.path).toBe(`201 ${place.path}`);
      count('missing', kind.type);
    }
  });

  it('a message reports a field missing where its condition holds', () => {
    for (const { path, field, with: replaced } of places) {
      for (const clause of typeof field.required === 'object' ? field.required : []) {
        const held = fulfilling(clause, members, kind);
        if (held !== undefined) {
          expect(verdict(kind, bytesOf(held)), `${path} is there`).toBe('sound');
          expect(verdict(kind, bytesOf(replaced(held, undefined))), path).toBe(`201 ${path}`);
          count('missing by a condition', kind.type);
        }
      }
    }
  });

  it('a message may lack optional fields', () => {
    for (const { path, field, with: replaced } of places.filter(({ field }) => field.required === undefined)) {
      const others = Object.values(table).flatMap(({ required }) => (typeof required === 'object' ? required : []));
      // A field that others require may not be removed alone.
      if (!others.some((clause) => Object.hasOwn(clause, path))) {
        expect(verdict(kind, bytesOf(replaced(members, undefined))), `${path} ${field.type.kind}`).toBe('sound');
        count('left out', kind.type);
      }
    }
  });

  it('a message is malformed with a value of another type, or a longer one', () => {
    for (const { path, name, field, required, with: replaced } of places.filter(({ name }) => !isOfEnvelope(name))) {
      for (const [wrong, value] of Object.entries(wrongOf(field.type, kind.version))) {
        const isAbsent = value === null || value === '';
        const held = replaced(members, value);
        const said = verdict(kind, bytesOf(held));
        const expected = isAbsent && (required || mustBe(field, held, kind)) ? `201 ${path}` : `203 ${path}`;
        expect(said, `${name}: ${wrong}`).toBe(expected);
        count(wrong, kind.type);
      }
    }
  });

  it('a message has no field twice', () => {
    for (const { path, name, with: replaced } of places) {
      const mark = '"the other one"';
      const doubled = JSON.stringify(replaced(members, 'the other one'));
      const twice = doubled.replace(`${JSON.stringify(name)}:${mark}`, (one) => `${one},${one}`);
      expect(twice.length, path).toBeGreaterThan(doubled.length);
      expect(verdict(kind, Buffer.from(twice)), path).toBe(`204 ${name}`);
      count('twice', kind.type);
    }
  });

  it('a message does not accept a field of another version, channel or category', () => {
    const foreign = Object.entries(table).filter(([, field]) => !mayBe(field, kind));
    for (const [name, field] of foreign) {
      const all = fullMessage(KINDS.find((one) => one.type === kind.type && mayBe(field, one)) as Kind);
      const extended = { ...members, [name]: all[name] as Json };
      const read = readMessage(bytesOf(extended), {
        types: [kind.type],
        context: contextOf(kind),
        extensions: ['é'.repeat(64)],
      });
      expect(read, name).toMatchObject({ ok: true, additional: { [name]: expect.anything() } });
      expect(Object.keys((read as Extract<typeof read, { ok: true }>).message), name).not.toContain(name);
      expect(() => writeMessage(extended as never, contextOf(kind))).toThrow(UnfitMessage);
      expect(verdict(kind, bytesOf({ ...members, [name]: 12 })), name).toBe(`203 ${name}`);
      count('of another version, channel or category', kind.type);
    }
  });

  it('a message ignores unknown fields, and sends none', () => {
    const extended = { ...members, laterField: 'x', groupOfLater: { a: [1.5] } };
    const context = contextOf(kind);
    const read = readMessage(bytesOf(extended), { types: [kind.type], context, extensions: ['é'.repeat(64)] });
    expect(read).toMatchObject({ ok: true, additional: { laterField: 'x', groupOfLater: {} } });
    expect(() => writeMessage(extended as never, context)).toThrow('203): laterField,groupOfLater');
    count('unknown', kind.type);
  });

  it('a message reports an unknown critical extension', () => {
    const critical = (id: string) => ({ name: 'n', id, criticalityIndicator: true, data: {} });
    const extended = { ...members, messageExtension: [critical('A000000'), critical('B000000')] };
    const known = Object.hasOwn(table, 'messageExtension');
    expect(verdict(kind, bytesOf(extended))).toBe(known ? '202 A000000,B000000' : 'sound');
    count('critical extension', kind.type);
  });

  it('a message has its type, and a version that we support', () => {
    const { messageType: _, ...untyped } = members;
    expect(verdict(kind, bytesOf(untyped))).toBe('201 messageType');
    expect(verdict(kind, bytesOf({ ...members, messageType: 'Exxo' }))).toBe('101 Invalid Message Type');
    const other = kind.type === 'ARes' ? 'RReq' : 'ARes';
    expect(verdict(kind, bytesOf({ ...members, messageType: other }))).toBe(
      '101 Invalid Message for the receiving component',
    );
    const versioned = kind.type === 'Erro' ? 'sound' : '102 2.1.0,2.2.0';
    expect(verdict(kind, bytesOf({ ...members, messageVersion: '2.3.1' }))).toBe(versioned);
    expect(verdict(kind, bytesOf({ ...members, messageVersion: 'two' }))).toBe('203 messageVersion');
    expect(verdict(kind, bytesOf({ ...members, messageVersion: 2 }))).toBe('203 messageVersion');
    const { messageVersion: __, ...unversioned } = members;
    expect(verdict(kind, bytesOf(unversioned))).toBe('201 messageVersion');
    count('envelope', kind.type);
  });
});

/** Whether a condition of the table requires the field. */
function mustBe({ required }: MessageField, members: Members, { channel, category, version }: Kind): boolean {
  const facts: Members = {
    acsDecConInd: 'N',
    ...members,
    deviceChannel: channel,
    messageCategory: category,
    messageVersion: version,
  };
  const clauses = typeof required === 'object' ? required : [];
  return clauses.some((clause) =>
    Object.entries(clause).every(([name, asked]) =>
      asked === 'present' ? facts[name] !== undefined : (asked as readonly unknown[]).includes(facts[name]),
    ),
  );
}

describe('values of one message', () => {
  it.each(['E', 'P', 'R', 'U'])('whiteListStatus %s comes from an issuer alone', (whiteListStatus) => {
    const kind = { type: 'AReq', version: '2.2.0', channel: '02', category: '01' } as const;
    expect(verdict(kind, bytesOf({ ...fullMessage(kind), whiteListStatus }))).toBe('203 whiteListStatus');
    const answer = { ...kind, type: 'ARes' } as const;
    expect(verdict(answer, bytesOf({ ...fullMessage(answer), whiteListStatus }))).toBe('sound');
  });
});

describe('values of one version', () => {
  it.each([
    ['AReq', 'threeDSRequestorChallengeInd', '09', '2.1.0'],
    ['AReq', 'threeDSRequestorAuthenticationInd', '07', '2.1.0'],
    ['ARes', 'transStatus', 'I', '2.1.0'],
    ['ARes', 'transStatus', 'D', '2.1.0'],
    ['ARes', 'transStatusReason', '26', '2.1.0'],
    ['RReq', 'authenticationType', '04', '2.1.0'],
  ] as const)('%s allows no %s %s in %s', (type, name, value, version) => {
    const kind = { type, version, channel: '02', category: '01' } as const;
    expect(verdict(kind, bytesOf({ ...fullMessage(kind), [name]: value }))).toBe(`203 ${name}`);
    const later = { ...kind, version: '2.2.0' } as const;
    expect(verdict(later, bytesOf({ ...fullMessage(later), [name]: value }))).toBe('sound');
  });
});

afterAll(() => {
  const lines = [...counts].map(([type, own]) => {
    const total = [...own.values()].reduce((sum, one) => sum + one, 0);
    return `${type} ${total}: ${[...own].map(([what, times]) => `${what} ${times}`).join(', ')}`;
  });
  console.info(lines.join('\n'));
});
