/**
 * A certificate authority for tests: X.509 version 3 (RFC 5280) in DER, P-256 keys, ECDSA with SHA-256. Node reads
 * certificates and makes none, and no other program can be assumed on a machine that runs the tests.
 */
import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bitString,
  boolean,
  integer,
  octetString,
  objectIdentifier as oid,
  sequence,
  utcTime as time,
  tlv,
  utf8String,
} from '../../src/sandbox/paypal/webhooks/der.ts';

export interface Issued {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
  readonly der: Buffer;
  /** SHA-256 of the DER, lower-case hex. */
  readonly fingerprint: string;
}

export interface Wanted {
  readonly name: string;
  readonly use: 'server' | 'client';
  /** Names and addresses of a server. */
  readonly hosts?: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
  /** Of its key; P-256 unless told. */
  readonly curve?: string;
}

export interface Authority extends Issued {
  issue(wanted: Wanted): Issued;
}

const HOUR_MS = 3_600_000;
export const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

/** Two of one name are two: each has a key of its own. */
export function createAuthority(name: string): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = { name, from: hoursFromNow(-72), until: hoursFromNow(72) };
  const root = certificate({ ...own, issuer: name, key: keys.publicKey, signer: keys.privateKey, extensions: CA });
  return {
    ...issued(root, keys.privateKey),
    issue({ name: subject, use, hosts = [], from = hoursFromNow(-24), until = hoursFromNow(24), curve = 'P-256' }) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
      const extensions = [
        extension('2.5.29.37', sequence(oid(USES[use]))),
        ...(hosts.length > 0 ? [extension('2.5.29.17', sequence(...hosts.map(generalName)))] : []),
      ];
      const made = { name: subject, issuer: name, from, until, key: publicKey, signer: keys.privateKey, extensions };
      return issued(certificate(made), privateKey);
    },
  };
}

interface Contents {
  readonly name: string;
  readonly issuer: string;
  readonly from: Date;
  readonly until: Date;
  readonly key: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: readonly Buffer[];
}

/** RFC 5280, 4.1. */
function certificate({ name, issuer, from, until, key, signer, extensions }: Contents): Buffer {
  const toBeSigned = sequence(
    tlv(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    distinguishedName(issuer),
    sequence(time(from), time(until)),
    distinguishedName(name),
    key.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  );
  return sequence(toBeSigned, ECDSA_WITH_SHA256, bitString(sign('sha256', toBeSigned, signer)));
}

function issued(der: Buffer, key: KeyObject): Issued {
  const x509 = new X509Certificate(der);
  return {
    cert: x509.toString(),
    key: key.export({ type: 'pkcs8', format: 'pem' }),
    der,
    fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

function distinguishedName(commonName: string): Buffer {
  return sequence(tlv(0x31, sequence(oid('2.5.4.3'), utf8String(commonName))));
}

function extension(id: string, value: Buffer, ...critical: readonly Buffer[]): Buffer {
  return sequence(oid(id), ...critical, octetString(value));
}

function generalName(host: string): Buffer {
  return isIP(host) === 4 ? tlv(0x87, Buffer.from(host.split('.').map(Number))) : tlv(0x82, Buffer.from(host));
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const USES = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const;

/** Basic constraints: it may issue. */
const CA = [extension('2.5.29.19', sequence(boolean(true)), boolean(true))];
