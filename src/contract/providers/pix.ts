/**
 * Pix, Brazil's instant payments: the payer scans a code, or copies it into any bank's app, and the money arrives
 * within seconds. The charge is created at the merchant's own payment service provider (PSP), with Banco Central's Pix
 * API.
 */
import { field, group } from '../field.ts';
import { string } from '../field-types.ts';
import type { ProviderFacts } from '../provider-facts.ts';

/** OAuth client credentials in the formats of PSPs. */
const CREDENTIAL = /^[\x21-\x39\x3b-\x7e]{1,200}$/;
const CREDENTIAL_ALLOWED = '1 to 200 visible characters without a colon, as the PSP shows it';

const ADDRESS_ALLOWED = 'an https address without query or slash at its end';

export const pix: ProviderFacts = {
  name: 'Pix',
  // Four squares around a centre, like a QR code.
  mark: { color: '#0b7a6f', lines: 'M12 3l4 4-4 4-4-4zM5 10l-2 2 4 4 4-4M19 10l2 2-4 4-4-4M12 13l4 4-4 4-4-4z' },
  operations: ['PAY'],
  confirmations: ['CONFIRM_AT_PROVIDER'],
  movements: ['REFUND'],
  currencies: ['BRL'],
  merchantAccount: {
    address: {
      pattern: /^https:\/\/[^\s?#]{1,290}[^\s?#/]$/,
      allowed: ADDRESS_ALLOWED,
      doc: 'Address of the PSP’s Pix API: what stands before `/cob`.',
    },
    tokenAddress: {
      pattern: /^https:\/\/[^\s?#]{1,290}[^\s?#/]$/,
      allowed: ADDRESS_ALLOWED,
      doc: 'Address at which the PSP gives access tokens.',
    },
    clientId: { pattern: CREDENTIAL, allowed: CREDENTIAL_ALLOWED, doc: 'Client id of your application at the PSP.' },
    clientSecret: {
      pattern: CREDENTIAL,
      allowed: CREDENTIAL_ALLOWED,
      doc: 'Secret of that application.',
      secret: true,
    },
    key: {
      pattern: /^[^\s]{1,77}$/,
      allowed: '1 to 77 characters without spaces',
      doc: 'Pix key of the account that is paid into (chave): CNPJ, e-mail address, phone number, or random key.',
    },
    certificate: {
      pattern: /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s-]{1,20000}-----END CERTIFICATE-----\s*$/,
      allowed: 'a certificate in PEM, and those between it and its root',
      doc: 'Client certificate that the PSP knows this gateway by.',
    },
    certificateKey: {
      pattern:
        /^-----BEGIN [A-Z ]{0,10}PRIVATE KEY-----[A-Za-z0-9+/=\s]{1,10000}-----END [A-Z ]{0,10}PRIVATE KEY-----\s*$/,
      allowed: 'a private key in PEM, without a passphrase',
      doc: 'Private key of that certificate.',
      secret: true,
    },
    callbackToken: {
      pattern: /^[A-Za-z0-9_-]{32,100}$/,
      allowed: '32 to 100 letters, digits, hyphens and underscores',
      doc: 'Made by you, at random: the end of the address that the PSP calls back at, `/callback/pix/{your merchant id}/{callbackToken}` of this gateway. Pix signs no callbacks, so nobody else may know it.',
      secret: true,
    },
    authority: {
      pattern: /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s-]{1,20000}-----END CERTIFICATE-----\s*$/,
      allowed: 'certificates in PEM',
      optional: true,
      doc: 'Authority of the PSP’s own certificate, where it is none that Node trusts.',
    },
    minutes: {
      pattern: /^(?:[5-9]|[1-7]\d)$/,
      allowed: '5 to 79',
      optional: true,
      doc: 'How long a code can be paid: 30 where it is left out.',
    },
    city: {
      pattern: /^[A-Z0-9 ]{1,15}$/,
      allowed: '1 to 15 of A-Z, digits and spaces',
      optional: true,
      doc: 'Your city, in codes that the PSP leaves to this gateway to write: `BRASIL` where it is left out.',
    },
  },
  account: group(
    {
      endToEndId: field(string(32, 32), 'Number of the payment in Pix, by which every bank knows it.'),
      txid: field(string(26, 35), 'Number of the charge at the PSP.'),
    },
    { doc: 'The payment in Pix.' },
  ),
};
