/**
 * Finds the imports of a file with the compiler's parser: declarations, `import()`, types by `import('…')`, and in
 * JavaScript also those in JSDoc.
 */
import ts from 'typescript-6';

export interface Imports {
  /** The specifiers that begin with a dot, in source order. */
  readonly relative: readonly string[];
  /** Whether there is an `import()` of a computed specifier, whose target is unknown. */
  readonly hasComputed: boolean;
}

/** @param file the extension selects the parser */
export function importsOf(source: string, file: string): Imports {
  const found = scriptsOf(source, file).map(({ text, name }) => importsOfScript(text, name));
  return {
    relative: found.flatMap(({ relative }) => relative),
    hasComputed: found.some(({ hasComputed }) => hasComputed),
  };
}

/**
 * The scripts of an `.astro` file: its frontmatter, its script elements, and each `import()` in an expression of the
 * markup.
 */
function scriptsOf(source: string, file: string): { text: string; name: string }[] {
  if (!file.endsWith('.astro')) {
    return [{ text: source, name: file }];
  }
  const frontmatter = /^---\n([\s\S]*?)\n---/.exec(source);
  const markup = source.slice(frontmatter?.[0].length ?? 0);
  const scripts = [...markup.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  const calls = markup.match(/\bimport\s*\([^)]*\)/g) ?? [];
  return [frontmatter?.[1] ?? '', ...scripts, ...calls].map((text) => ({ text, name: 'astro.ts' }));
}

function importsOfScript(text: string, name: string): Imports {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  // A JSDoc comment declares types in JavaScript, but not in TypeScript.
  const isJavaScript = /\.[mc]?js$/.test(name);
  const relative: string[] = [];
  let hasComputed = false;
  const visit = (node: ts.Node): void => {
    const address = addressOf(node);
    if (address !== undefined && ts.isStringLiteralLike(address)) {
      relative.push(address.text);
    } else if (address !== undefined) {
      hasComputed = true;
    }
    for (const child of node.getChildren(source)) {
      if (isJavaScript || !ts.isJSDoc(child)) {
        visit(child);
      }
    }
  };
  visit(source);
  return { relative: relative.filter((specifier) => /^\.{1,2}\//.test(specifier)), hasComputed };
}

/** @returns undefined if the node imports nothing */
function addressOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier;
  }
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return node.arguments[0];
  }
  return undefined;
}
