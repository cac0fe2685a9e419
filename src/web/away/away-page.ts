/**
 * The page that a proxy shows while no process of the gateway answers: one file with all languages, without a request
 * of its own. With script it shows the payer's language, and goes on by itself; without, it shows all of them, and
 * reloads every ten seconds.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minifySync, transformWithOxc } from 'vite';
import { LANGUAGES, textFor } from '../text/index.ts';

const RELOAD_SECONDS = 10;

/** @returns the HTML of the whole page. HAProxy takes at most 16 KB with its headers. */
export async function awayPage(): Promise<string> {
  const css = fileText('away.css');
  const style = `${colours(css)} ${css}`.replace(/\s+/g, ' ').trim();
  const { code } = await transformWithOxc(fileText('away.ts'), 'away.ts');
  const script = minifySync('away.js', code).code.trim();
  const policy = [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    `script-src ${sourceHash(script)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  // English first: without script, most payers find their language from there.
  const languages = ['en', ...LANGUAGES.filter((language) => language !== 'en')];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>
<title>${textFor('en').away.title}</title>
<style>${style}</style>
<main>
${languages.map(section).join('\n')}
</main>
<script>${script}</script>
</html>
`;
}

/** The colours of the payer's pages that `css` names, for browsers without `light-dark()`. */
function colours(css: string): string {
  const tokens = fileText('../styles/tokens.css').matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\);/g);
  const named = [...tokens].filter(([, name]) => css.includes(`var(${name})`));
  const light = named.map(([, name, value]) => `${name}: ${value};`).join(' ');
  const dark = named.map(([, name, , value]) => `${name}: ${value};`).join(' ');
  return `:root { ${light} } @media (prefers-color-scheme: dark) { :root { ${dark} } }`;
}

function section(language: string): string {
  const { direction, away } = textFor(language);
  const { title, text, retry, now } = away;
  return `<section lang="${language}" dir="${direction}"><h1>${title}</h1><p>${text}</p><p>${retry}</p><a href="">${now}</a></section>`;
}

function fileText(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
