/** Certificates that the sandbox creates for itself and for the gateway. */
export { alternativeNames, createCertificate, extendedKeyUse, MAY_ISSUE } from './certificate.ts';
export {
  type CertificateRequest,
  type IssuedCertificate,
  type Psd2Kind,
  psd2StatementsOf,
  TestAuthority,
} from './psd2.ts';
