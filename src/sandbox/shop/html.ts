/** HTML as values: an interpolated value is text and is escaped, unless it is HTML itself. */

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Html[];

/**
 * @example
 *   html`<p>${'<script>'}</p>`.text // '<p>&lt;script&gt;</p>'
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + rendered(parts[index - 1]) + string));
}

function rendered(part: Part): string {
  if (part === undefined) {
    return '';
  }
  if (part instanceof Html) {
    return part.text;
  }
  if (typeof part === 'object') {
    return part.map((one) => one.text).join('');
  }
  return escaped(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
