/**
 * Types of requests and answers in every version, in few characters: a type that occurs twice is declared once, a group
 * that resembles another one is written as its difference, and fields that only some versions have are in a conditional
 * type of the version `V`. The package `@turnpike/client` has them.
 *
 * @example type Order<V extends Version> = O<'id' | 'reference'> & { item?: readonly Item<V>[] } & (V extends Below34 ?
 * {} : { tax?: readonly Tax[] });
 */
import type { Field, Group, Lifetime, Node } from '../../../contract/field.ts';
import { VERSION_MAX, VERSION_MIN } from '../../../contract/field.ts';
import type { FieldType } from '../../../contract/field-types.ts';
import type { Side } from '../../../web/views/docs/index.ts';
import { type CompactMember, membersText, shortest } from './compact-groups.ts';

/** A shorter text is repeated where it is used. */
const NAMED_CHARACTERS_MIN = 28;
const WORDS_MIN = 3;
/** A type in another type's text. */
const REFERENCE = /@(\d+)@/g;

interface Interned {
  /** The suggestion for its name. */
  readonly name: string;
  /** Absent for an enumeration. */
  readonly members: ReadonlyMap<string, CompactMember> | undefined;
  text: string;
  /** Whether it is a type of the version. Undefined until it is known. */
  isVersioned?: boolean;
}

/** Collects types, each once. After the last type, `declarations` and `textOf` write them. */
export class CompactTypes {
  readonly #types: Interned[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #bounds = new Set<number>();
  readonly #names = new Map<number, string>();
  readonly #exported = new Map<number, string>();

  /** @returns the reference to the group's type, which `textOf` resolves */
  group(group: Group, side: Side, name: string): string {
    const members = new Map<string, CompactMember>();
    for (const [member, node] of Object.entries(group.members).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const { since, until } = node as Lifetime;
      const life = since === undefined && until === undefined ? undefined : { since, until };
      if ((since ?? 0) <= VERSION_MAX) {
        members.set(member, { type: this.#node(node, side, member), isAlways: isAlways(node, side), life });
      }
    }
    return this.#intern(JSON.stringify([...members]), name, members, '');
  }

  /** @returns the reference to the type of a request or an answer, which is exported */
  root(group: Group, side: Side, name: string): string {
    const reference = this.group(group, side, name);
    const [, digits] = /(\d+)/.exec(reference) ?? [];
    if (!this.#exported.has(Number(digits))) {
      this.#exported.set(Number(digits), name);
    }
    return reference;
  }

  /** @returns a type that only some versions have */
  alive(life: Lifetime, text: string, otherwise = '{}'): string {
    const { since = VERSION_MIN, until = VERSION_MAX + 1 } = life;
    const ended = until > VERSION_MAX ? text : `V extends ${this.#below(until)}?${text}:${otherwise}`;
    return since <= VERSION_MIN ? ended : `V extends ${this.#below(since)}?${otherwise}:${ended}`;
  }

  /** @returns the declarations of all named types, and of the versions */
  declarations(): string {
    this.#write();
    this.#nameTypes();
    const named = [...this.#names].map(([index, name]) => {
      const isExported = this.#exported.has(index);
      const version = this.#isVersioned(index) ? `<V extends Version${isExported ? `=${VERSION_MAX}` : ''}>` : '';
      return `${isExported ? 'export ' : ''}type ${name}${version}=${this.textOf(this.#types[index]!.text)};`;
    });
    const bounds = [...this.#bounds].toSorted((one, other) => one - other);
    return [
      `type Below${bounds[0]}=${versions(VERSION_MIN, bounds[0]!)};`,
      ...bounds.slice(1).map((bound, index) => {
        const before = bounds[index]!;
        return `type Below${bound}=Below${before}|${versions(before, bound)};`;
      }),
      `/** The versions of the interface. */`,
      `export type Version=Below${bounds.at(-1)}|${versions(bounds.at(-1)!, VERSION_MAX + 1)};`,
      ...named,
    ].join('\n');
  }

  textOf(text: string): string {
    return text.replace(REFERENCE, (_, digits: string) => {
      const index = Number(digits);
      const name = this.#names.get(index);
      if (name !== undefined) {
        return this.#isVersioned(index) ? `${name}<V>` : name;
      }
      const whole = this.textOf(this.#types[index]!.text);
      return /[|&?]/.test(whole.replace(/^\{[^{}]*\}$/, '')) ? `(${whole})` : whole;
    });
  }

  /** Writes each group, the largest first, as the difference to a larger one if that is shorter. */
  #write(): void {
    const indexes = [...this.#types.keys()].filter((index) => this.#types[index]!.members !== undefined);
    const bases: { reference: string; members: ReadonlyMap<string, CompactMember> }[] = [];
    for (const index of indexes.toSorted((one, other) => sizeOf(this.#types[other]!) - sizeOf(this.#types[one]!))) {
      const type = this.#types[index]!;
      const write = (members: ReadonlyMap<string, CompactMember>) =>
        membersText(members, (life, text) => this.alive(life, text));
      type.text = shortest(type.members!, bases, write);
      bases.push({ reference: `@${index}@`, members: type.members! });
    }
  }

  /** Gives their names to exported types, and to those that are used more than once. */
  #nameTypes(): void {
    const uses = new Map<number, number>();
    for (const { text } of this.#types) {
      for (const [, digits] of text.matchAll(REFERENCE)) {
        uses.set(Number(digits), (uses.get(Number(digits)) ?? 0) + 1);
      }
    }
    const taken = new Set(this.#exported.values());
    for (const [index, { text, name }] of this.#types.entries()) {
      const exported = this.#exported.get(index);
      if (exported !== undefined) {
        this.#names.set(index, exported);
      } else if ((uses.get(index) ?? 0) > 1 && text.length >= NAMED_CHARACTERS_MIN) {
        let free = name;
        for (let count = 2; taken.has(free); count += 1) {
          free = `${name}${count}`;
        }
        taken.add(free);
        this.#names.set(index, free);
      }
    }
  }

  #isVersioned(index: number): boolean {
    const type = this.#types[index]!;
    type.isVersioned ??=
      type.text.includes('V extends ') ||
      [...type.text.matchAll(REFERENCE)].some(([, digits]) => this.#isVersioned(Number(digits)));
    return type.isVersioned;
  }

  #node(node: Node, side: Side, name: string): string {
    switch (node.kind) {
      case 'field':
        return this.#field(node, side, name);
      case 'group':
        return this.group(node, side, pascalName(name));
      case 'list':
        return `readonly ${this.group(node.element, side, pascalName(name))}[]`;
      case 'free':
        return `{[name:string]:${this.#node(node.member, side, name)}}`;
    }
  }

  #field(field: Field, side: Side, name: string): string {
    const of = (type: FieldType) => {
      const text = side === 'answer' ? answeredText(type) : requestedText(type);
      return text.includes("'") ? this.#intern(text, pascalName(name), undefined, text) : text;
    };
    const { earlier } = field;
    const now = of((side === 'answer' ? field.answered : undefined) ?? field.type);
    const before = earlier === undefined ? now : of(earlier.type);
    return before === now ? now : `(${this.alive({ until: earlier!.until }, before, now)})`;
  }

  #below(version: number): string {
    this.#bounds.add(version);
    return `Below${version}`;
  }

  #intern(key: string, name: string, members: Interned['members'], text: string): string {
    let index = this.#byKey.get(key);
    if (index === undefined) {
      index = this.#types.length;
      this.#types.push({ name, members, text });
      this.#byKey.set(key, index);
    }
    return `@${index}@`;
  }
}

const sizeOf = ({ members }: Interned): number => members?.size ?? 0;

const pascalName = (name: string): string => `${/^\d/.test(name) ? '_' : ''}${name[0]!.toUpperCase()}${name.slice(1)}`;

function isAlways(node: Node, side: Side): boolean {
  return side === 'answer'
    ? (node.kind === 'field' || node.kind === 'group') && node.always
    : node.kind === 'field' && node.required;
}

function requestedText(type: FieldType): string {
  const text = answeredText({ ...type, answersNumber: false });
  return type.takesBoolean ? `${text}|number|boolean` : type.takesNumber ? `${text}|number` : text;
}

function answeredText({ name, answersNumber, keywords }: FieldType): string {
  if (answersNumber) {
    return 'number';
  }
  if (name === 'Boolean') {
    return 'boolean';
  }
  const values = keywords.enum as readonly string[] | undefined;
  return keywords.items !== undefined ? 'readonly string[]' : values === undefined ? 'string' : wordsText(values);
}

/** A text of words is shorter than a union from three of them on. */
function wordsText(values: readonly string[]): string {
  return values.length < WORDS_MIN || values.some((one) => one.includes(' '))
    ? values.map((one) => `'${one}'`).join('|')
    : `W<'${values.join(' ')}'>`;
}

function versions(first: number, end: number): string {
  return Array.from({ length: end - first }, (_, index) => first + index).join('|');
}
