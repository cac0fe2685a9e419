/** The protocol versions that this 3DS Server supports, oldest first. */
export const VERSIONS = ['2.1.0', '2.2.0'] as const;

export type Version = (typeof VERSIONS)[number];

export function isVersion(text: unknown): text is Version {
  return (VERSIONS as readonly unknown[]).includes(text);
}

/** The versions that an ACS or a directory server supports, both ends included. */
export interface VersionRange {
  readonly start: string;
  readonly end: string;
}

/**
 * Selects the newest version that this 3DS Server and all ranges support. Versions are compared as numbers, part by
 * part, so that 2.3.1 is newer than 2.2.0 and 2.10.0 would be newer than 2.3.1.
 *
 * @param accepted the versions that the merchant accepts; absent: all
 * @returns undefined if there is no common version, so that the card cannot be authenticated
 */
export function negotiate(
  ranges: readonly VersionRange[],
  accepted: readonly Version[] = VERSIONS,
): Version | undefined {
  return VERSIONS.filter((version) => accepted.includes(version)).findLast((version) =>
    ranges.every(({ start, end }) => compareVersions(start, version) <= 0 && compareVersions(version, end) <= 0),
  );
}

export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((part) => (a?.[part] ?? 0) !== (b?.[part] ?? 0)) ?? 0;
  return (a?.[at] ?? 0) - (b?.[at] ?? 0);
}
