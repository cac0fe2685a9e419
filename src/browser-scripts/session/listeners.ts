/**
 * The page's listeners, by topic and role: one function each, replaced by the next, since pages configure repeatedly.
 */
import type { CardType, FieldEvent, FieldState, Validity } from '../hosted-fields/messages.ts';
import { ROLES, type Role } from '../hosted-fields/roles.ts';
import { callBack } from './address.ts';
import type { HostedField } from './hosted-field.ts';

export interface ListenerSignatures {
  readonly happened: (selector: string, role: Role) => void;
  readonly emptiness: (selector: string, result: { readonly isEmpty: boolean }) => void;
  readonly validity: (selector: string, result: Validity, role: Role) => void;
  readonly bin: (selector: string, result: { readonly BIN: string }) => void;
  readonly cardType: (selector: string, result: CardType) => void;
}

type Topic = Exclude<keyof ListenerSignatures, 'happened'> | Exclude<FieldEvent, 'enter'>;
type ListenerOf<Name extends Topic> = Name extends keyof ListenerSignatures
  ? ListenerSignatures[Name]
  : ListenerSignatures['happened'];

/** The validity alone, without the rest of the state. */
export function publicValidity({ isValid, isIncomplete, hasError, errorReason }: FieldState): Validity {
  return { isValid, isIncomplete, hasError, ...(errorReason !== undefined && { errorReason }) };
}

export class FieldListeners {
  // biome-ignore lint/suspicious/noExplicitAny: which function belongs to which topic, `on` and `#of` say.
  readonly #listeners = new Map<string, any>();

  on<Name extends Topic>(topic: Name, roles: readonly Role[], listener: ListenerOf<Name>): void {
    for (const role of roles) {
      this.#listeners.set(`${topic} ${role}`, listener);
    }
  }

  emitFieldEvent({ selector, role }: HostedField, what: Exclude<FieldEvent, 'enter'>): void {
    callBack(this.#of(what, role), selector, role);
  }

  /** @param before the previous state */
  stateChanged({ selector, role, state }: HostedField, before: FieldState): void {
    if (state.isEmpty !== before.isEmpty) {
      callBack(this.#of('emptiness', role), selector, { isEmpty: state.isEmpty });
    }
    if (isOther(publicValidity(state), publicValidity(before))) {
      callBack(this.#of('validity', role), selector, publicValidity(state), role);
    }
    if (state.bin !== undefined && state.bin !== before.bin) {
      callBack(this.#of('bin', role), selector, { BIN: state.bin });
    }
    if (state.cardType !== undefined && isOther(state.cardType, before.cardType)) {
      callBack(this.#of('cardType', role), selector, state.cardType);
    }
  }

  #of<Name extends Topic>(topic: Name, role: Role): ListenerOf<Name> | undefined {
    return this.#listeners.get(`${topic} ${role}`);
  }
}

/** The only role with the topics `bin` and `cardType`. */
export const CARD_NUMBER: readonly Role[] = ROLES.filter((role) => role === 'card.number');

function isOther(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
