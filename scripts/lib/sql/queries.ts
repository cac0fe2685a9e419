/** Reads the tables and conditions of compiled SQL. It knows the SQL of the store's statements, and no more. */

/** A word, a sign, a parameter or a literal; or all tokens in parentheses, or between `case` and `end`. */
export type Token = string | readonly Token[];

/** A table in a query. */
export interface Source {
  readonly alias: string;
  /** Undefined: a subquery, a function or a common table expression. */
  readonly table: string | undefined;
}

/** A condition that all rows of a query fulfil. */
export interface Condition {
  readonly tokens: readonly Token[];
  /** The alias of an outer join's table: the condition restricts no other table. */
  readonly only?: string | undefined;
}

/** One `select`, `update`, `delete` or `insert`, without the queries inside it. */
export interface Query {
  readonly sources: readonly Source[];
  readonly conditions: readonly Condition[];
  /** Aliases of the queries around it. */
  readonly outer: ReadonlySet<string>;
}

/** Names known inside a query. */
interface Known {
  readonly aliases: ReadonlySet<string>;
  /** Names of common table expressions. */
  readonly expressions: ReadonlySet<string>;
}

const TOKEN = /'(?:[^']|'')*'|"[^"]+"|\$\d+|[a-z_]\w*|\d+|::|<=|>=|<>|!=|->>|->|\|\||\S/g;
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const VERBS = wordsOf('select update delete insert');
const CLAUSES = wordsOf('with select from using where set into values group having order limit offset returning for');
const UNIONS = wordsOf('union except intersect');
const JOINS = wordsOf('join inner left cross ,');
/** A quoted name that is one of these keeps its quotes. */
const WORDS = new Set([
  ...VERBS,
  ...CLAUSES,
  ...UNIONS,
  ...JOINS,
  ...wordsOf('and any as case cast conflict end in on or'),
]);

/** @param sql one statement @returns its queries, each outer one before those inside it */
export function queriesOf(sql: string): Query[] {
  return queriesIn(tokensOf(sql), { aliases: new Set(), expressions: new Set() });
}

export function isQuery([first]: readonly Token[]): boolean {
  return first === 'select' || first === 'with';
}

/** Splits at words that are in no parentheses. */
export function split(tokens: readonly Token[], isBetween: (word: string) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (typeof token === 'string' && isBetween(token)) {
      parts.push([]);
    } else {
      parts.at(-1)?.push(token);
    }
  }
  return parts;
}

function tokensOf(sql: string): Token[] {
  const all: Token[] = [];
  const open = [all];
  // The clause of a conflict is no condition of a join.
  for (const [text] of sql
    .toLowerCase()
    .replaceAll(/\bon conflict\b/g, 'returning')
    .matchAll(TOKEN)) {
    const token = text.startsWith("'") ? "''" : unquoted(text);
    if (token === '(' || token === 'case') {
      const inside: Token[] = [];
      open.at(-1)?.push(inside);
      open.push(inside);
    } else if (token === ')' || token === 'end') {
      open.pop();
    } else {
      open.at(-1)?.push(token);
    }
  }
  return all;
}

function unquoted(text: string): string {
  const name = text.replaceAll('"', '');
  return WORDS.has(name) ? text : name;
}

function queriesIn(tokens: readonly Token[], { aliases, expressions: earlier }: Known): Query[] {
  const expressions = new Set([...earlier, ...expressionNames(tokens)]);
  return split(tokens, (word) => UNIONS.has(word)).flatMap((part) => {
    const query = part.some(isVerb) ? queryOf(part, { aliases, expressions }) : undefined;
    const inside = new Set([...aliases, ...(query?.sources ?? []).map(({ alias }) => alias)]);
    const queries = part.flatMap((token) =>
      typeof token === 'string' ? [] : queriesIn(token, { aliases: inside, expressions }),
    );
    return query === undefined ? queries : [query, ...queries];
  });
}

function isVerb(token: Token): boolean {
  return typeof token === 'string' && VERBS.has(token);
}

/** The names of `with name as (…)`. */
function expressionNames(tokens: readonly Token[]): string[] {
  if (tokens[0] !== 'with') {
    return [];
  }
  const names = tokens.slice(tokens[1] === 'recursive' ? 2 : 1, tokens.findIndex(isVerb));
  return split(names, (word) => word === ',').map(([name]) => String(name));
}

function queryOf(tokens: readonly Token[], { aliases, expressions }: Known): Query {
  const clauses = clausesOf(tokens.slice(tokens.findIndex(isVerb)));
  const listed = ['update', 'from', 'using'].flatMap((word) => joined(clauses[word] ?? []));
  const found = listed.flatMap(({ item, isOuter }) => {
    const on = item.indexOf('on');
    const source = sourceOf(on < 0 ? item : item.slice(0, on), expressions);
    const conditions = on < 0 ? [] : conjuncts(item.slice(on + 1));
    return source === undefined ? [] : [{ source, conditions, only: isOuter ? source.alias : undefined }];
  });
  return {
    sources: found.map(({ source }) => source),
    conditions: [
      ...conjuncts(clauses.where ?? []).map((one) => ({ tokens: one })),
      ...found.flatMap(({ conditions, only }) => conditions.map((one) => ({ tokens: one, only }))),
    ],
    outer: aliases,
  };
}

/** The clauses of a query by their first word. */
function clausesOf(tokens: readonly Token[]): Partial<Record<string, readonly Token[]>> {
  const clauses: Partial<Record<string, readonly Token[]>> = {};
  let current: Token[] = [];
  tokens.forEach((token, at) => {
    if (typeof token === 'string' && (CLAUSES.has(token) || (at === 0 && VERBS.has(token)))) {
      current = [];
      clauses[token] ??= current;
    } else {
      current.push(token);
    }
  });
  return clauses;
}

/** The items of `a as b inner join c on … left join d on …`. */
function joined(tokens: readonly Token[]): { readonly item: readonly Token[]; readonly isOuter: boolean }[] {
  let isOuter = false;
  const items: { item: Token[]; isOuter: boolean }[] = [{ item: [], isOuter }];
  for (const token of tokens) {
    if (typeof token !== 'string' || !JOINS.has(token)) {
      items.at(-1)?.item.push(token);
      continue;
    }
    isOuter = token === 'left' || (isOuter && token === 'join');
    items.push({ item: [], isOuter });
  }
  return items.filter(({ item }) => item.length > 0);
}

function sourceOf(tokens: readonly Token[], expressions: ReadonlySet<string>): Source | undefined {
  const [first, second] = tokens.filter((token) => token !== 'lateral');
  if (first === undefined) {
    return undefined;
  }
  const as = tokens.indexOf('as');
  const alias = as >= 0 ? tokens[as + 1] : typeof second === 'string' ? second : first;
  const isTable = typeof first === 'string' && typeof second !== 'object' && !expressions.has(first);
  return { alias: typeof alias === 'string' ? alias : '', table: isTable ? first : undefined };
}

/** The parts of a condition that all have to be true. */
function conjuncts(tokens: readonly Token[]): (readonly Token[])[] {
  if (tokens.includes('or')) {
    return [tokens];
  }
  return split(tokens, (word) => word === 'and').flatMap((part) => {
    const [only] = part;
    return part.length === 1 && typeof only === 'object' && !isQuery(only) ? conjuncts(only) : [part];
  });
}
