/** The page's argument for `configure`, and its validation. */

import type { SessionUpdateOutcome } from '../hosted-fields/messages.ts';
import { isRole, type Role } from '../hosted-fields/roles.ts';
import { isPageInput, type PageInput } from './page-input.ts';

export type InitializationResult =
  | { readonly status: 'ok' }
  | { readonly status: 'system_error'; readonly message: string };

export interface SessionConfiguration {
  /** The session's id. Absent or empty: a session is made. */
  readonly session?: string | null;
  /** CSS selectors by type and name. Empty selectors are ignored. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, string | null | undefined>> | null | undefined>>;
  /** The page's protection against being framed, which is up to the page. Accepted for compatibility. */
  readonly frameEmbeddingMitigation?: readonly string[];
  readonly callbacks?: {
    readonly initialized?: (result: InitializationResult) => void;
    readonly formSessionUpdate?: (result: SessionUpdateOutcome) => void;
    readonly error?: (result: SessionUpdateOutcome | InitializationResult) => void;
  };
  readonly interaction?: {
    readonly displayControl?: { readonly formatCard?: string; readonly invalidFieldCharacters?: string };
  };
  /** BCP 47, or with an underscore as in POSIX. */
  readonly locale?: string;
}

export interface FieldPlace {
  readonly role: Role;
  readonly selector: string;
  readonly input: PageInput;
}

/** A problem that keeps a form from working, described for the page's developer. */
export class SessionConfigurationError extends Error {}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @throws ConfigurationError where the page is not secure enough for card data */
export function requireSafePage(): void {
  if (window.origin === 'null') {
    throw new SessionConfigurationError(
      'the page is in a sandboxed frame, which needs allow-same-origin and allow-scripts',
    );
  }
  if (location.protocol !== 'https:' && !LOOPBACK.test(location.hostname)) {
    throw new SessionConfigurationError('the page must be served by https');
  }
}

/**
 * Fields and groups that this gateway does not have are ignored.
 *
 * @throws ConfigurationError where the page has no element for a field, or names no field
 */
export function placesOf({ fields }: SessionConfiguration): FieldPlace[] {
  const places = new Map<Role, FieldPlace>();
  const missing = new Map<Role, string>();
  const unknown: string[] = [];
  for (const [path, selector] of namedFields(fields ?? {})) {
    const role = path === 'card.cardNumber' ? 'card.number' : path;
    const input = find(selector);
    if (!isRole(role)) {
      unknown.push(`fields.${path}: this gateway has no such field`);
    } else if (isPageInput(input)) {
      places.set(role, { role, selector, input });
    } else {
      missing.set(role, `fields.${path}: there is no input or select at ${selector}`);
    }
  }
  for (const [role, problem] of missing) {
    // Pages may name the card number twice, by its old and its new name. The name with an element is used.
    if (!places.has(role)) {
      throw new SessionConfigurationError(problem);
    }
  }
  if (places.size === 0) {
    throw new SessionConfigurationError(unknown[0] ?? 'fields names no field');
  }
  for (const problem of unknown) {
    console.warn('PaymentSession.configure:', problem);
  }
  return [...places.values()];
}

/** Pairs of a path such as `card.number` and its selector. */
function namedFields(
  fields: NonNullable<SessionConfiguration['fields']>,
): (readonly [path: string, selector: string])[] {
  return Object.entries(fields).flatMap(([type, named]) =>
    Object.entries(named ?? {}).flatMap(([name, selector]) =>
      selector ? [[`${type}.${name}`, selector] as const] : [],
    ),
  );
}

function find(selector: unknown): Element | null {
  try {
    return typeof selector === 'string' ? document.querySelector(selector) : null;
  } catch {
    return null;
  }
}
