/** The reason why a connection to an acquirer ended or failed. */
export type SessionEnd =
  | 'CONNECT_FAILED'
  /** The handshake failed: the host's or the gateway's certificate is not trusted. */
  | 'TLS_FAILED'
  /** The address is beyond the reach that is allowed without TLS. */
  | 'PLAINTEXT_REFUSED'
  /** The host identifies itself as the sandbox's acquirer, but this gateway is in live mode. */
  | 'SIMULATOR'
  /** The host does not identify itself as the sandbox's acquirer, but this is a rehearsal. */
  | 'NO_SIMULATOR'
  | 'SIGN_ON_REFUSED'
  | 'SIGN_ON_TIMED_OUT'
  | 'CLOSED_BY_HOST'
  | 'GARBLED'
  | 'ECHO_UNANSWERED'
  | 'CLOSED_BY_US';

/** Codes of handshake errors, which TLS 1.3 may report after the handshake. */
const TLS_ERROR = /^(ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$|HOSTNAME_MISMATCH$|INVALID_)/;

/** @param cause the code of the socket's error */
export function failedConnection(cause: string | undefined): 'CONNECT_FAILED' | 'TLS_FAILED' {
  return TLS_ERROR.test(cause ?? '') ? 'TLS_FAILED' : 'CONNECT_FAILED';
}
