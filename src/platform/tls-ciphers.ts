/**
 * The cipher suites of every TLS connection, as a server and as a client. The suites of TLS 1.2 use an ephemeral key
 * for each connection (ECDHE, forward secrecy) and authenticated encryption (AEAD), as RFC 9325, 4.2, recommends. All
 * suites of TLS 1.3 have both.
 */
export const TLS_CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');
