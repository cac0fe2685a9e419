/** The reference's words for presence, versions and secrecy. */
import type { FieldRow, Presence, Side } from '../../views/docs/index.ts';

export const PRESENCE: Readonly<Record<Presence, string>> = {
  REQUIRED: 'Required',
  SOURCED: 'Required, here or in the session',
  WITHIN: 'Required in its group',
  OPTIONAL: 'Optional',
  ALWAYS: 'Always',
  CONDITIONAL: 'Where it applies',
};

/** Presences that the page emphasises. */
export const EMPHASISED_PRESENCES: ReadonlySet<Presence> = new Set(['REQUIRED', 'SOURCED', 'WITHIN', 'ALWAYS']);

export const SIDES: Readonly<Record<Side, string>> = { request: 'Request', answer: 'Answer' };

/** The versions that have a field, in words; empty if all versions have it. */
export function versionsOf({ since, last }: Pick<FieldRow, 'since' | 'last'>): string {
  if (since !== undefined && last !== undefined) {
    return `versions ${since} to ${last}`;
  }
  if (since !== undefined) {
    return `from version ${since}`;
  }
  return last === undefined ? '' : `to version ${last}`;
}

export const SECRECY: Readonly<Record<NonNullable<FieldRow['secret']>, string>> = {
  CARD: 'Card data: kept sealed, shown masked.',
  SENSITIVE: 'Authentication data: never kept after an attempt to pay.',
};

/** Splits a path into parts, each with its closing dot, so that a line can break there on a narrow screen. */
export function pathParts(path: string): string[] {
  return path.split(/(?<=\.)/);
}

/** The id of a chapter's heading. */
export function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

export function operationHref(name: string): string {
  return `/docs/operations/${name}`;
}

/** Link to a field on an operation's page. */
export function fieldHref(operation: string, side: Side, path: string): string {
  return `${operationHref(operation)}#${side}.${path.replaceAll('[n]', '')}`;
}
