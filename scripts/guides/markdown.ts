/**
 * Markdown to HTML by the processor that Astro uses. The pages' policy allows neither inline styles nor scripts, so the
 * tokens of code have classes instead of colours.
 */
import { createSatteriMarkdownProcessor, type SatteriMarkdownProcessorOptions } from '@astrojs/markdown-satteri';
import { DOCUMENTED_OPERATIONS } from '../../src/api/reference/documented-operations.ts';
import { targetOf } from './links.ts';

type ShikiTransformer = NonNullable<
  NonNullable<SatteriMarkdownProcessorOptions['shikiConfig']>['transformers']
>[number];
type HastPlugin = Extract<
  NonNullable<SatteriMarkdownProcessorOptions['hastPlugins']>[number],
  { readonly name: string }
>;

export interface Heading {
  readonly depth: number;
  readonly slug: string;
  readonly text: string;
}

export interface RenderedMarkdown {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/**
 * The accessible names of code blocks, by language. A block of another language, such as a file tree, is named `Text`.
 */
const LANGUAGES: Readonly<Record<string, string>> = {
  html: 'HTML',
  http: 'HTTP',
  ini: 'A configuration',
  js: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  php: 'PHP',
  python: 'Python',
  sh: 'Shell commands',
  swift: 'Swift',
  ts: 'TypeScript',
  yaml: 'YAML',
};
const PLAIN = 'Text';
const WITHOUT_GRAMMAR = { console: 'text' };

/** Shiki's theme of variables gives each token its kind as a colour: `color:var(--astro-code-token-string)`. */
const TOKEN = /--astro-code-token-([a-z-]+)/;
/** The kinds that the style sheet distinguishes. */
const KINDS = new Set(['comment', 'constant', 'function', 'keyword', 'link', 'string', 'string-expression']);

const classesForTokens: ShikiTransformer = {
  name: 'turnpike-token-classes',
  pre(node) {
    const { dataLanguage } = node.properties;
    node.properties = {
      class: 'code',
      tabindex: '0',
      role: 'group',
      'aria-label': LANGUAGES[String(dataLanguage)] ?? PLAIN,
    };
  },
  /** Removes the elements of lines and of tokens without a kind. */
  code(node) {
    const lines = node.children.flatMap((line) => (line.type === 'element' ? line.children : [line]));
    node.children = lines.flatMap((token) => {
      if (token.type !== 'element') {
        return [token];
      }
      const [, kind = ''] = TOKEN.exec(String(token.properties['style'])) ?? [];
      token.properties = { class: `token-${kind}` };
      return KINDS.has(kind) ? [token] : token.children;
    });
  },
};

const scrollingTables: HastPlugin = {
  name: 'turnpike-scrolling-tables',
  element: {
    filter: ['table'],
    visit: (node, context) =>
      context.wrapNode(node, {
        type: 'element',
        tagName: 'div',
        properties: { className: ['wide'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
        children: [],
      }),
  },
};

/** Removes pictures, which are only in the repository. */
const withoutPictures: HastPlugin = {
  name: 'turnpike-without-pictures',
  element: { filter: ['img'], visit: (node, context) => context.removeNode(node) },
};

const linksFrom = (file: string): HastPlugin => ({
  name: 'turnpike-links',
  element: {
    filter: ['a'],
    visit(node, context) {
      const target = targetOf(file, String(node.properties['href']));
      if ('href' in target) {
        context.setProperty(node, 'href', target.href);
        return;
      }
      const path = { type: 'element' as const, tagName: 'code', properties: {}, children: [textOf(target.file)] };
      const beside = [textOf(' ('), path, textOf(' in the repository)')];
      context.replaceNode(node, [...node.children, ...beside]);
    },
  },
});

const textOf = (value: string) => ({ type: 'text' as const, value });

const OPERATIONS: ReadonlySet<string> = new Set(DOCUMENTED_OPERATIONS);

/** Links inline code that is an operation's name, or an address below `/docs`, into the reference. */
const linksIntoReference: HastPlugin = {
  name: 'turnpike-reference-links',
  element: {
    filter: ['code'],
    visit(node, context) {
      const parent = context.parent(node);
      const isInText = parent?.type === 'element' && /^(?:p|li|td|dd)$/.test(parent.tagName);
      const text = context.textContent(node);
      const href = OPERATIONS.has(text) ? `/docs/operations/${text}` : /^\/docs(?:\/[\w/.-]+)?$/.exec(text)?.[0];
      if (isInText && href !== undefined) {
        context.wrapNode(node, { type: 'element', tagName: 'a', properties: { href }, children: [] });
      }
    },
  },
};

/** @param file path of the Markdown below the repository, from which its links are resolved */
export async function renderMarkdown(file: string, text: string): Promise<RenderedMarkdown> {
  const processor = await createSatteriMarkdownProcessor({
    syntaxHighlight: 'shiki',
    shikiConfig: { theme: 'css-variables', langAlias: WITHOUT_GRAMMAR, transformers: [classesForTokens] },
    smartypants: false,
    hastPlugins: [linksFrom(file), linksIntoReference, scrollingTables, withoutPictures],
  });
  const { code, metadata } = await processor.render(text);
  return { html: code, headings: metadata.headings };
}
