/** Messages of a public 3DS Server's test cases, if they lie beside the checkout: the tables accept them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DESCRIPTIONS_FOLDER } from '../../../scripts/description-facts.ts';
import { readMessage, type TableName } from '../../../src/sandbox/three-ds/messages/read.ts';
import type { Message } from './three-ds-server.ts';

const FOLDER = join(DESCRIPTIONS_FOLDER, 'emv-3ds', 'visa');
const CASES = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
const TYPES: readonly TableName[] = ['AReq', 'ARes', 'CReq', 'CRes', 'PReq', 'PRes', 'RReq', 'RRes'];

/** Elements of those messages that their version does not have: a receiver ignores them. */
const UNKNOWN = ['threeDSRequestorURL', 'browserJavascriptEnabled'];

const textOf = (name: string, type: string) => {
  const file = join(FOLDER, name, `${type.toLowerCase()}.json`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

it.runIf(CASES.length > 0)('real messages are read without a fault, each in its transaction', () => {
  const counts: Record<string, number> = {};
  for (const name of CASES) {
    const { deviceChannel, messageCategory }: Message = JSON.parse(textOf(name, 'AReq') ?? '{}');
    for (const type of TYPES) {
      const text = textOf(name, type);
      if (text !== undefined) {
        const { fault, unknown } = readMessage(text, [type], { deviceChannel, messageCategory });
        expect(fault, `${type} of ${name}`).toBeUndefined();
        expect(unknown.filter((element) => !UNKNOWN.includes(element))).toEqual([]);
        counts[type] = (counts[type] ?? 0) + 1;
      }
    }
  }
  expect(Object.keys(counts).sort()).toEqual([...TYPES].sort());
});
