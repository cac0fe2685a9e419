/** What a verifier is asked, in whatever language it is written. */

export interface Case {
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8 bytes. */
  readonly body: Uint8Array;
  readonly key: string;
}

/**
 * All at once: a language takes long to start. @returns for each case what the verifier said against it, or `passed`
 */
export type Runner = (cases: readonly Case[]) => Promise<string[]>;

export const PASSED = 'passed';

/** For a language that reads them as JSON. */
export function asJson(cases: readonly Case[]): string {
  return JSON.stringify(cases.map((one) => ({ ...one, body: Buffer.from(one.body).toString('base64') })));
}

/** Where the verifier's file is. */
export function verifierUrl(file: string): URL {
  return new URL(`../../../../src/sandbox/receiver/verifiers/${file}`, import.meta.url);
}
