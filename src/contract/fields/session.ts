import { field, type Group, group } from '../field.ts';
import { ascii, integer } from '../types.ts';

/** A request's reference to a session: the id, and the version on which the merchant decided. */
export const session: Group = group({
  id: field(ascii(31, 35)),
  version: field(ascii(10, 10)),
});

/** Our own bound on how often one session's id may serve as its password. */
const AUTHENTICATIONS_MAX = 25n;

/** What create session takes. */
export const newSession: Group = group({
  authenticationLimit: field(integer(1n, AUTHENTICATIONS_MAX)),
});
