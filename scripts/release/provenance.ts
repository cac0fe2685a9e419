/**
 * A statement of where a release comes from: in-toto, with the predicate of SLSA v1 (https://slsa.dev/provenance/v1).
 */
import { createHash, type KeyObject, sign } from 'node:crypto';

export interface Artefact {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface Origin {
  readonly build: string;
  /** The git commit; null outside of a repository. */
  readonly commit: string | null;
  /** A URI that identifies who built it. */
  readonly builder: string;
  readonly lockfile: Uint8Array;
  /** Node's version. */
  readonly node: string;
}

/** Identifies the way of building: `npm run release` in a checkout of the commit. */
const BUILD_TYPE = 'urn:turnpike:release:1';
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** It names no times, so that two builds of a commit have the same statement. */
export function provenance(artefacts: readonly Artefact[], origin: Origin): object {
  const { build, commit, builder, lockfile, node } = origin;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: artefacts.map(({ name, content }) => ({ name, digest: { sha256: sha256(content) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { build },
        resolvedDependencies: [
          ...(commit === null ? [] : [{ name: 'turnpike', digest: { gitCommit: commit } }]),
          { name: 'package-lock.json', digest: { sha256: sha256(lockfile) } },
          { uri: `pkg:generic/node@${node}` },
        ],
      },
      runDetails: { builder: { id: builder } },
    },
  };
}

/**
 * @param key Ed25519
 * @returns the statement in an envelope of DSSE (https://github.com/secure-systems-lab/dsse), in one line
 */
export function envelope(statement: object, key: KeyObject, keyId: string): string {
  const payload = Buffer.from(JSON.stringify(statement));
  const signed = Buffer.concat([
    Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `),
    payload,
  ]);
  const signatures = [{ keyid: keyId, sig: sign(null, signed, key).toString('base64') }];
  return `${JSON.stringify({ payloadType: PAYLOAD_TYPE, payload: payload.toString('base64'), signatures })}\n`;
}
