/** Finds the comments of a file. The compiler parses it, since a string may contain text that looks like a comment. */
import ts from 'typescript-6';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * @param file the extension selects the parser
 * @returns the comments in order; consecutive `//` lines at one indent are one comment
 */
export function commentRanges(text: string, file: string): Range[] {
  if (file.endsWith('.css')) {
    return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(rangeOf);
  }
  if (!file.endsWith('.astro')) {
    return joined(text, scriptComments(text, file));
  }
  const frontmatter = /^---\n[\s\S]*?\n---/.exec(text)?.[0] ?? '';
  // The fences become blanks, so that offsets stay the same. Comments in markup are left to the formatter.
  return joined(text, scriptComments(`   ${frontmatter.slice(3, -3)}`, 'frontmatter.ts'));
}

function rangeOf(match: RegExpExecArray): Range {
  return { start: match.index, end: match.index + match[0].length };
}

function scriptComments(text: string, file: string): Range[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kindOf(file));
  const found = new Map<number, Range>();
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText) {
      return;
    }
    const children = node.getChildren(source);
    for (const child of children) {
      visit(child);
    }
    if (children.length > 0) {
      return;
    }
    const before = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    const after = ts.getTrailingCommentRanges(text, node.getEnd()) ?? [];
    for (const { pos, end } of [...before, ...after]) {
      found.set(pos, { start: pos, end });
    }
  };
  visit(source);
  return [...found.values()].sort((a, b) => a.start - b.start);
}

function kindOf(file: string): ts.ScriptKind {
  if (file.endsWith('.tsx')) {
    return ts.ScriptKind.TSX;
  }
  return file.endsWith('.mjs') ? ts.ScriptKind.JS : ts.ScriptKind.TS;
}

function joined(text: string, ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    const isOne = last !== undefined && goesOn(text, last, range);
    if (isOne) {
      result.pop();
    }
    result.push({ start: isOne ? last.start : range.start, end: range.end });
  }
  return result;
}

/** Whether the second comment is alone on the next line, at the same indent. */
function goesOn(text: string, first: Range, second: Range): boolean {
  if (!text.startsWith('//', first.start) || !text.startsWith('//', second.start)) {
    return false;
  }
  const margin = text.slice(text.lastIndexOf('\n', first.start - 1) + 1, first.start);
  return margin.trim() === '' && text.slice(first.end, second.start) === `\n${margin}`;
}
