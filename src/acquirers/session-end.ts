/** How a connection to an acquirer ended, or why none came about. */
export type SessionEnd =
  | 'CONNECT_FAILED'
  /** The handshake failed: the host's certificate is not trusted, or ours is not. */
  | 'TLS_FAILED'
  /** Without TLS, to an address beyond what may be reached so. */
  | 'PLAINTEXT_REFUSED'
  /** The host says that it is the sandbox's acquirer, and this is no sandbox. */
  | 'SIMULATOR'
  /** The host does not say so, and this is a rehearsal. */
  | 'NO_SIMULATOR'
  | 'SIGN_ON_REFUSED'
  | 'SIGN_ON_TIMED_OUT'
  | 'CLOSED_BY_HOST'
  | 'GARBLED'
  | 'ECHO_UNANSWERED'
  | 'CLOSED_BY_US';

/** Of errors in the handshake, which TLS 1.3 may report after it. */
const TLS_ERROR = /^(ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$|HOSTNAME_MISMATCH$|INVALID_)/;

/** @param cause the code of the socket's error */
export function failedConnection(cause: string | undefined): 'CONNECT_FAILED' | 'TLS_FAILED' {
  return TLS_ERROR.test(cause ?? '') ? 'TLS_FAILED' : 'CONNECT_FAILED';
}
