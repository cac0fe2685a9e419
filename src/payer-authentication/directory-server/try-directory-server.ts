/** One PReq to a directory server, for an operator who wants to know whether it answers this gateway. */
import { randomUUID } from 'node:crypto';
import { VERSIONS } from '../messages/versions.ts';
import { Pacer } from '../ranges/pacer.ts';
import type { RangesAnswer } from '../ranges/range-cache.ts';
import { DirectoryServer } from './directory-server.ts';
import type { DirectoryServerSettings } from './settings.ts';

export type TriedDirectoryServer =
  | { readonly ok: true; readonly ms: number }
  /** `code` of an Erro; without one `reason` is the link's. */
  | { readonly ok: false; readonly reason: string; readonly code?: string };

/**
 * Of no answer that it ever gave. It tells all ranges once an hour alone, which the gateway itself may want in that
 * hour; for a number that it does not know it has one error, by which it has answered all the same.
 */
const NO_SERIAL = '0';
const UNKNOWN_SERIAL = '307';

/** Never rejects. @param msMax the longest that it is waited for */
export async function tryDirectoryServer(
  settings: DirectoryServerSettings,
  msMax: number,
): Promise<TriedDirectoryServer> {
  const begun = performance.now();
  let server: DirectoryServer;
  try {
    server = new DirectoryServer(settings, { presMsMax: msMax });
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
  try {
    const version = VERSIONS.at(-1) ?? VERSIONS[0];
    const request = { threeDSServerTransID: randomUUID(), version, serialNum: NO_SERIAL };
    const refusal = refusalOf(await server.prepare(request, new Pacer()));
    return refusal ?? { ok: true, ms: Math.round(performance.now() - begun) };
  } finally {
    server.close();
  }
}

function refusalOf(answer: RangesAnswer): Extract<TriedDirectoryServer, { readonly ok: false }> | undefined {
  if ('unanswered' in answer) {
    return { ok: false, reason: answer.unanswered };
  }
  if (!answer.ok) {
    return { ok: false, reason: answer.problem.detail, code: answer.problem.code };
  }
  return answer.type === 'Erro' && answer.message.errorCode !== UNKNOWN_SERIAL
    ? { ok: false, reason: answer.message.errorDescription, code: answer.message.errorCode }
    : undefined;
}
