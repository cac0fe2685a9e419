/**
 * Messages with random elements, on a real socket: each is answered, and never with an element that the tables forbid.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AREQ } from '../../../src/sandbox/three-ds/messages/areq.ts';
import { erroOf } from '../../../src/sandbox/three-ds/messages/erro.ts';
import { problemsOf, readMessage } from '../../../src/sandbox/three-ds/messages/read.ts';
import { repeatedNames } from '../../../src/sandbox/three-ds/messages/repeated-names.ts';
import { rigWith, startChallenge } from './rig.ts';
import { areqOf, preqOf } from './three-ds-server.ts';

const RUNS = 100;

const NAMES = [...Object.keys(AREQ), 'nobodyKnows', 'a.b', 'a/b~c', '__proto__', 'constructor'];

const value = fc.oneof(
  fc.string(),
  fc.stringMatching(/^\d{1,20}$/),
  fc.constantFrom('Y', 'N', '01', '02', '03', '09', '10', '80', '2.1.0', '2.2.0', '', null, true, false, 0, -1),
  fc.jsonValue({ maxDepth: 3 }),
);

const changes = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.option(value, { nil: undefined })), { maxLength: 4 });

/** Sets own properties of any name, including `__proto__`. */
const withChanges = (message: object, given: readonly (readonly [string, unknown])[]): object =>
  Object.fromEntries([...Object.entries(message), ...given]);

it('a random message is answered by an ARes, a PRes or an Erro that its own table allows', async () => {
  const rig = await rigWith();
  const asked = fc.asyncProperty(fc.boolean(), changes, async (isPReq, given) => {
    const message = withChanges(isPReq ? preqOf() : areqOf(rig.server), given);
    const { status, text } = await rig.post('mastercard', message);
    expect(status).toBe(200);
    if (text !== '') {
      const { fault, unknown, message: answer } = readMessage(text, ['ARes', 'PRes', 'Erro']);
      expect([fault, unknown]).toEqual([undefined, []]);
      expect(['ARes', 'PRes', 'Erro']).toContain(answer.messageType);
    }
    expect(rig.started.threeDS.records.own).toEqual([]);
  });
  await fc.assert(asked, { numRuns: RUNS });
});

it('a random message is answered by a page where a browser brings it', async () => {
  const rig = await rigWith();
  const ares = await rig.ask();
  const brought = fc.asyncProperty(changes, fc.string(), async (given, session) => {
    const { status, html } = await startChallenge(ares, withChanges({}, given), session);
    expect([200, 400]).toContain(status);
    expect(html).toContain('<h1>');
  });
  await fc.assert(brought, { numRuns: RUNS });
});

it('a repeated member is found exactly where an object has it twice', () => {
  const property = fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue(), (one, other) => {
    const once = JSON.stringify({ one, other });
    expect(repeatedNames(once)).toEqual([]);
    expect(repeatedNames(`{"other":${JSON.stringify(other)},${once.slice(1)}`)).toEqual(['other']);
  });
  fc.assert(property);
});

it('a random message gets a well-formed Erro, for any input', () => {
  const property = fc.property(
    fc.dictionary(fc.constantFrom(...NAMES), fc.jsonValue()),
    fc.string(),
    (about, detail) => {
      fc.pre(detail !== '');
      expect(problemsOf('Erro', erroOf('D', { code: '203', detail }, about))).toEqual([]);
    },
  );
  fc.assert(property);
});
