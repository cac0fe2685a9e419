/** A verifier's input, in any language. */

export interface Case {
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8 bytes. */
  readonly body: Uint8Array;
  readonly key: string;
}

/** All at once: a language takes long to start. @returns for each case the verifier's refusal, or `passed` */
export type Runner = (cases: readonly Case[]) => Promise<string[]>;

export const PASSED = 'passed';

/** For languages that read the cases as JSON. */
export function asJson(cases: readonly Case[]): string {
  return JSON.stringify(cases.map((one) => ({ ...one, body: Buffer.from(one.body).toString('base64') })));
}

/** The address of the verifier's file. */
export function verifierUrl(file: string): URL {
  return new URL(`../../../../src/sandbox/receiver/verifiers/${file}`, import.meta.url);
}
