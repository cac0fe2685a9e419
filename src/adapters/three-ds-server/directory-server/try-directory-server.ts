/** Sends one PReq to a directory server, to show the operator whether it answers this gateway. */
import { randomUUID } from 'node:crypto';
import { VERSIONS } from '../messages/versions.ts';
import { Pacer } from '../ranges/pacer.ts';
import type { RangesAnswer } from '../ranges/range-cache.ts';
import { DirectoryServer } from './directory-server.ts';
import type { DirectoryServerSettings } from './settings.ts';

export type TriedDirectoryServer =
  | { readonly ok: true; readonly ms: number }
  /** `code` is the error code of an Erro message. Without a code, the connection failed for `reason`. */
  | { readonly ok: false; readonly reason: string; readonly code?: string };

/**
 * A serial number that the directory server has not issued. For an unknown number the server returns a specific error,
 * which counts as an answer. It returns all ranges at most once an hour, so this test must not request them: the
 * gateway may need them within that hour.
 */
const NO_SERIAL = '0';
const UNKNOWN_SERIAL = '307';

/** Does not reject. @param msMax the longest wait */
export async function tryDirectoryServer(
  settings: DirectoryServerSettings,
  msMax: number,
): Promise<TriedDirectoryServer> {
  const startedAt = performance.now();
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
    return refusal ?? { ok: true, ms: Math.round(performance.now() - startedAt) };
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
