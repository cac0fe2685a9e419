/** Certificates that the sandbox creates for itself and for the gateway. */
export { type ApplePayChain, type ChainOptions, issueApplePayChain } from './apple-pay.ts';
export { alternativeNames, createCertificate, extendedKeyUse, MAY_ISSUE } from './certificate.ts';
export { integer, objectIdentifier, octetString, sequence, set, tlv, utcTime } from './der.ts';
export {
  type CertificateRequest,
  type IssuedCertificate,
  type Psd2Kind,
  psd2StatementsOf,
  TestAuthority,
} from './psd2.ts';
