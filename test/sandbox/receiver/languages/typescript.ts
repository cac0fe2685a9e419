import { verify } from '../../../../src/sandbox/receiver/verifiers/verify.ts';
import { type Case, PASSED } from './case.ts';

export async function runTypeScript(cases: readonly Case[]): Promise<string[]> {
  return cases.map(({ headers, body, key }) => {
    try {
      verify(headers, body, key);
      return PASSED;
    } catch (error) {
      return (error as Error).message;
    }
  });
}
