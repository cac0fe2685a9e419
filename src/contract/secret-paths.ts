/** Paths of card data in requests. */
import { everyNode } from './edit-schema.ts';
import { type Field, group } from './field.ts';
import { sourceOfFunds } from './fields/source-of-funds-fields.ts';
import type { FieldPath } from './request-fields.ts';

function pathsOf(...kinds: readonly Field['secret'][]): readonly FieldPath[] {
  return [...everyNode(group({ sourceOfFunds }))].flatMap(([path, node]) =>
    node.kind === 'field' && node.secret !== undefined && kinds.includes(node.secret) ? [path as FieldPath] : [],
  );
}

/** Paths of card data, which is stored encrypted and masked in answers. */
export const SECRET_PATHS = pathsOf('CARD', 'SENSITIVE');

/** Paths of sensitive authentication data, which must not be stored once an authorization was attempted. */
export const SENSITIVE_PATHS = pathsOf('SENSITIVE');
