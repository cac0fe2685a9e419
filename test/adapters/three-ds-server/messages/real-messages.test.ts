import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DESCRIPTIONS_FOLDER } from '../../../../scripts/description-facts.ts';
import type { RequestContext } from '../../../../src/adapters/three-ds-server/messages/presence.ts';
import { readMessage } from '../../../../src/adapters/three-ds-server/messages/read-message.ts';
import { type MessageType, TABLES } from '../../../../src/adapters/three-ds-server/messages/tables/index.ts';
import { writeMessage } from '../../../../src/adapters/three-ds-server/messages/write-message.ts';
import { counted } from '../../../support/counted.ts';

/** Messages of a network's test cases, where they are present beside the checkout. */
const FOLDER = pathToFileURL(`${DESCRIPTIONS_FOLDER}/emv-3ds/visa/`);
const CASES = existsSync(FOLDER) ? readdirSync(FOLDER).sort() : [];
const ALL = Object.keys(TABLES) as MessageType[];

interface Real {
  readonly name: string;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

const messagesOf = (folder: string): Real[] =>
  readdirSync(new URL(`${folder}/`, FOLDER)).map((file) => {
    const text = readFileSync(new URL(`${folder}/${file}`, FOLDER), 'utf8');
    return { name: `${folder}/${file}`, text, json: JSON.parse(text) as Record<string, unknown> };
  });

/** Messages of the 3DS Server's maker, between a shop's software and its server, which are not EMVCo's. */
const isOfMaker = ({ json }: Real) => String(json.messageType).startsWith('p');

describe.skipIf(CASES.length === 0)('messages of a network’s test cases', () => {
  const cases = CASES.map((folder) => ({ folder, messages: messagesOf(folder) }));

  it.each(cases)('$folder are valid, and written again without loss', ({ messages }) => {
    const context = contextIn(messages);
    const own = messages.filter((one) => !isOfMaker(one));
    expect(own.length).toBeGreaterThan(0);
    for (const { name, json } of own) {
      const valid = withRealCodes(json);
      const read = readMessage(Buffer.from(JSON.stringify(valid)), { types: ALL, ...(context && { context }) });
      expect(read, name).toMatchObject({ ok: true, type: json.messageType });
      const { message, additional } = read as Extract<typeof read, { ok: true }>;
      const written = JSON.parse(writeMessage(message, context)) as object;
      expect({ ...written, ...additional }, name).toEqual(valid);
    }
  });

  it('are refused unchanged where a made-up number is one that the specification excludes', () => {
    const verdicts = cases.flatMap(({ messages }) => {
      const context = contextIn(messages);
      return messages
        .filter((one) => !isOfMaker(one))
        .map(({ name, text, json }) => {
          const read = readMessage(Buffer.from(text), { types: ALL, ...(context && { context }) });
          const excluded = Object.keys(json).filter((field) => json[field] !== withRealCodes(json)[field]);
          const said = read.ok ? 'sound' : `${read.problem.code} ${read.problem.detail.split(',').sort().join(',')}`;
          expect(said, name).toBe(excluded.length === 0 ? 'sound' : `304 ${excluded.sort().join(',')}`);
          return said;
        });
    });
    console.info(JSON.stringify(counted(verdicts), null, 1));
  });

  it('have only fields of their version, channel and category, except those not of a browser payment', () => {
    const additional = cases.flatMap(({ messages }) => {
      const context = contextIn(messages);
      return messages
        .filter((one) => !isOfMaker(one))
        .flatMap(({ name, json }) => {
          const bytes = Buffer.from(JSON.stringify(withRealCodes(json)));
          const read = readMessage(bytes, { types: ALL, ...(context && { context }) });
          return read.ok && Object.keys(read.additional).length > 0 ? [name] : [];
        });
    });
    expect(additional).toEqual(['3DSS-210-301/areq.json', '3DSS-210-302/areq.json', '3DSS-220-301/areq.json']);
  });

  it('of their maker’s own types are refused as no messages of this protocol', () => {
    const makers = cases.flatMap(({ messages }) => messages.filter(isOfMaker));
    expect(makers.length).toBeGreaterThan(0);
    for (const { name, text } of makers) {
      const read = readMessage(Buffer.from(text), { types: ALL });
      expect(read, name).toMatchObject({ ok: false, problem: { code: '101' } });
    }
    const read = cases.flatMap(({ messages }) => messages).length - makers.length;
    console.info(`${read} messages of the protocol read, ${makers.length} of their maker's own refused`);
  });
});

/** Values of the request to which the other messages of its case respond. */
function contextIn(messages: readonly Real[]): RequestContext | undefined {
  const areq = messages.find(({ json }) => json.messageType === 'AReq')?.json;
  return areq && ({ deviceChannel: areq.deviceChannel, messageCategory: areq.messageCategory } as RequestContext);
}

/** The cases use random country numbers, some of which are unassigned. */
function withRealCodes(json: Record<string, unknown>): Record<string, unknown> {
  const isExcluded = (name: string, value: unknown) => /Country/.test(name) && Number(value) > 900;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, isExcluded(name, value) ? '276' : value]),
  );
}
