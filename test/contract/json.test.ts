import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, JsonError, JsonNumber, type JsonValue, readJson } from '../../src/contract/json.ts';

const read = (text: string): JsonValue => readJson(Buffer.from(text, 'utf8'));

/** The value as JSON.parse returns it: numbers as doubles, objects with a prototype. */
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) {
    return Number(value.text);
  }
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

describe('numbers', () => {
  it.each(['0', '-0', '12.50', '1e3', '1E+3', '9999999999999999', '0.1', '123456789012345678901234567890.000000001'])(
    'keeps %s as it was written',
    (text) => {
      expect(read(`{"n":${text}}`)).toEqual({ n: new JsonNumber(text) });
    },
  );

  it.each(['01', '+1', '.5', '5.', '1e', '-', '0x10', 'NaN', 'Infinity', '1_000', '--1'])('refuses %s', (text) => {
    expect(() => read(`{"n":${text}}`)).toThrow(JsonError);
  });
});

describe('objects', () => {
  it('have no prototype, so that a merchant may call a field constructor', () => {
    const value = read('{"constructor":"a","toString":"b","hasOwnProperty":"c"}');
    const above = Object.getPrototypeOf(value) as object;
    expect([Object.getPrototypeOf(above), Reflect.ownKeys(above), Object.isFrozen(above)]).toEqual([null, [], true]);
    expect(value).toEqual({ constructor: 'a', toString: 'b', hasOwnProperty: 'c' });
  });

  it.each(['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"o":{"b":1,"c":2,"b":3}}'])(
    'refuses a name given twice: %s',
    (text) => {
      expect(() => read(text)).toThrow('twice');
    },
  );

  it('keep the first value of a name given twice, where the reader reports those', () => {
    const repeated = new Set<string>();
    expect(readJson(Buffer.from('{"a":1,"o":{"b":"x","b":{"c":1}},"a":2}'), repeated)).toEqual({
      a: new JsonNumber('1'),
      o: { b: 'x' },
    });
    expect([...repeated]).toEqual(['b', 'a']);
  });

  it.each(['{"__proto__":{"polluted":true}}', '{"a":[{"\\u005f_proto__":1}]}'])('refuses %s', (text) => {
    expect(() => read(text)).toThrow('__proto__');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('bounds', () => {
  it('accepts twenty levels and refuses the twenty-first', () => {
    expect(() => read(`${'['.repeat(20)}${']'.repeat(20)}`)).not.toThrow();
    expect(() => read(`${'['.repeat(21)}${']'.repeat(21)}`)).toThrow('nested deeper');
  });

  it.each(['[', '{"a":', '[{"a":'])('refuses ten thousand levels of %s without a stack overflow', (opening) => {
    expect(() => read(opening.repeat(10_000))).toThrow(JsonError);
  });

  it('accepts five thousand members and refuses one more, in one list or in many', () => {
    const members = (count: number) => Array.from({ length: count }, (_, index) => `"${index}":1`).join(',');
    expect(() => read(`{${members(5_000)}}`)).not.toThrow();
    expect(() => read(`{${members(5_001)}}`)).toThrow('members');
    expect(() => read(`[${Array(5_001).fill('[]').join(',')}]`)).toThrow('members');
  });

  it('refuses a body of 64 KB of the smallest members', () => {
    expect(() => read(`[${Array(32_000).fill('1').join(',')}]`)).toThrow('members');
  });
});

describe('strings', () => {
  it('reads every escape, and pairs of surrogates', () => {
    expect(read('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\uDE00"')).toBe('"\\/\b\f\n\r\té😀');
  });

  it.each(['"\\ud83d"', '"\\ude00"', '"\\ud83dx"', '"\\ude00\\ud83d"', '{"\\ud800":1}'])(
    'refuses half of a surrogate pair: %s',
    (text) => {
      expect(() => read(text)).toThrow('surrogate');
    },
  );

  it.each(['"\\x41"', '"\\u12"', '"\\u12g4"', '"\\', '"\\u', '"\\constructor"', "'a'"])(
    'refuses the string %s',
    (text) => {
      expect(() => read(text)).toThrow(JsonError);
    },
  );

  it('refuses every unescaped control character, after an escape too', () => {
    for (let code = 0; code < 0x20; code += 1) {
      const char = String.fromCharCode(code);
      expect(() => read(`"a${char}b"`)).toThrow('control character');
      expect(() => read(`"\\n${char}b"`)).toThrow('control character');
    }
  });

  it.each(['"', '"abc', '"abc\\"', '{"a'])('refuses a string without its end: %s', (text) => {
    expect(() => read(text)).toThrow(JsonError);
  });
});

describe('bytes', () => {
  it.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a code point past the last', [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22]],
    ['half of a character at the end', [0x22, 0xc3]],
    ['Latin-1', [0x22, 0xe9, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('refuses %s', (_what, bytes) => {
    expect(() => readJson(Uint8Array.from(bytes))).toThrow('UTF-8');
  });

  it('passes over a byte order mark, also where nothing follows it', () => {
    expect(readJson(Buffer.from('\uFEFF{"a":"b"}', 'utf8'))).toEqual({ a: 'b' });
    expect(readJson(Buffer.from('\uFEFF', 'utf8'))).toEqual({});
    expect(() => readJson(Buffer.from('\uFEFF\uFEFF{}', 'utf8'))).toThrow(JsonError);
  });

  const utf32 = (text: string, first: readonly number[]) =>
    Buffer.from([...first, ...[...text].flatMap((char) => [char.charCodeAt(0), 0, 0, 0])]);

  it.each([
    ['UTF-16', 'a mark', Buffer.from('\uFEFF{"a":1}', 'utf16le')],
    ['UTF-16', 'a mark, big end first', Buffer.from('\uFEFF{"a":1}', 'utf16le').swap16()],
    ['UTF-16', 'no mark', Buffer.from('{"a":1}', 'utf16le')],
    ['UTF-16', 'no mark, big end first', Buffer.from('{"a":1}', 'utf16le').swap16()],
    ['UTF-32', 'a mark', utf32('{"a":1}', [0xff, 0xfe, 0, 0])],
    ['UTF-32', 'a mark, big end first', utf32('{"a":1}', [0xff, 0xfe, 0, 0]).swap32()],
    ['UTF-32', 'no mark', utf32('{"a":1}', [])],
  ])('refuses %s with %s by its name', (encoding, _mark, bytes) => {
    expect(() => readJson(bytes)).toThrow(`The body is not valid UTF-8: it is ${encoding}.`);
  });

  it('keeps the body out of its messages', () => {
    expect(() => read('{"number":5123450000000008 oops}')).toThrow(/^(?!.*5123)/);
  });
});

const jsonText = fc
  .jsonValue({ maxDepth: 8, stringUnit: 'binary' })
  .map((value) => JSON.stringify(value))
  .filter((text) => !text.includes('__proto__'));

describe('against JSON.parse', () => {
  it('reads every JSON value alike', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(plain(read(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts nothing that JSON.parse refuses, for any cut or change of a text', () => {
    const changed = fc
      .tuple(jsonText, fc.nat(), fc.constantFrom('', ',', '"', '{', '}', '[', ']', ':', '0', '\\', 'e', '\u0001', ' '))
      .map(([text, place, by]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + by + text.slice(at + 1);
      })
      // Cutting through a surrogate pair leaves text without a UTF-8 encoding.
      .filter((text) => text.trim() !== '' && text.isWellFormed());
    fc.assert(
      fc.property(changed, (text) => {
        const value = readOrUndefined(text);
        if (value !== undefined) {
          expect(plain(value)).toEqual(JSON.parse(text));
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

function readOrUndefined(text: string): JsonValue | undefined {
  try {
    return read(text);
  } catch (error) {
    expect(error).toBeInstanceOf(JsonError);
    return undefined;
  }
}
