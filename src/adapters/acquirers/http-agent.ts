/**
 * Connections for acquirers with HTTP protocols, opened by `openLinkSocket`: with TLS and the acquirer's own
 * certificates, or in plain text only as far as its setting allows. A connection is used only after these checks.
 */
import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { type LinkTarget, openLinkSocket } from './link-socket.ts';
import { failedConnection, type SessionEnd } from './session-end.ts';

type SocketCallback = (error: Error | null, socket: Duplex) => void;

/**
 * Requests must use `http:` URLs even for secure targets, because the sockets themselves use TLS.
 *
 * @param onFailed called for each failed connection, with the code of the socket's error
 */
export function agentTo(
  target: LinkTarget,
  pool: AgentOptions,
  onFailed: (reason: SessionEnd, cause: string | undefined) => void,
): Agent {
  return new TargetAgent(target, pool, onFailed);
}

class TargetAgent extends Agent {
  readonly #target: LinkTarget;
  readonly #onFailed: (reason: SessionEnd, cause: string | undefined) => void;

  constructor(
    target: LinkTarget,
    pool: AgentOptions,
    onFailed: (reason: SessionEnd, cause: string | undefined) => void,
  ) {
    super(pool);
    this.#target = target;
    this.#onFailed = onFailed;
  }

  override createConnection(_options: ClientRequestArgs, made?: SocketCallback): null {
    let isDecided = false;
    const decide = (reason: SessionEnd | undefined, error: NodeJS.ErrnoException | null) => {
      if (isDecided) {
        return;
      }
      isDecided = true;
      if (reason !== undefined) {
        socket.destroy();
        this.#onFailed(reason, error?.code);
      }
      made?.(reason === undefined ? null : (error ?? new Error(reason)), socket);
    };
    const socket = openLinkSocket(this.#target, {
      onOpen: () => decide(undefined, null),
      onTooFar: () => decide('PLAINTEXT_REFUSED', null),
    });
    // An error after the connection was established is also emitted to the request that uses it.
    socket.on('error', (error: NodeJS.ErrnoException) => decide(failedConnection(error.code), error));
    socket.on('close', () => decide('CONNECT_FAILED', null));
    return null;
  }
}
