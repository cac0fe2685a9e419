/** The caller's certificate for the header Client-Cert (RFC 9440): its DER in base64, between colons. */
function clientCert(request) {
  const pem = request.variables.ssl_client_raw_cert;
  return pem ? `:${pem.replace(/-----[^-]+-----|\s/g, '')}:` : '';
}

export default { clientCert };
