import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Assets } from '../../src/http/endpoints/assets.ts';
import { preferredLanguages } from '../../src/http/routing/languages.ts';

describe('preferredLanguages', () => {
  it.each([
    ['de-CH, en;q=0.8, fr;q=0.9', ['de-CH', 'fr', 'en']],
    [undefined, []],
    ['', []],
    ['*', []],
    ['en;q=0, de', ['de']],
    ['en;q=x, de', ['de']],
    ['<script>, de', ['de']],
    ['en; q=0.5; x=1, de', ['de', 'en']],
    ['a'.repeat(100_000), []],
    [Array(50).fill('de').join(','), Array(10).fill('de')],
  ])('%j is %j', (header, tags) => {
    expect(preferredLanguages(header)).toEqual(tags);
  });
});

describe('assets', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'turnpike-assets-'));
    mkdirSync(join(folder, '_astro'));
    writeFileSync(join(folder, '_astro', 'a.js'), 'let a = 1;');
    writeFileSync(join(folder, '_astro', 'secret.map'), '{}');
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('answer under their own paths, compressed as the browser accepts', () => {
    const assets = new Assets(folder);
    expect(assets.find('/_astro/a.js', undefined)?.body.toString()).toBe('let a = 1;');
    expect(brotliDecompressSync(assets.find('/_astro/a.js', 'gzip, br')!.body).toString()).toBe('let a = 1;');
    expect(gunzipSync(assets.find('/_astro/a.js', 'gzip')!.body).toString()).toBe('let a = 1;');
    expect(assets.find('/_astro/a.js', 'gzip')?.headers).toMatchObject({
      'Content-Encoding': 'gzip',
      Vary: 'Accept-Encoding',
    });
  });

  it.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['BR', 'br'],
    ['br;q=0', undefined],
    ['x-gzip', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('answer %j compressed by %s', (accepted, encoding) => {
    expect(new Assets(folder).find('/_astro/a.js', accepted)?.headers['Content-Encoding']).toBe(encoding);
  });

  it('are cached for ever if their name contains their hash, and only then', () => {
    const assets = new Assets(folder);
    expect(assets.find('/_astro/a.js', undefined)?.headers['Cache-Control']).toContain('immutable');
    expect(assets.find('/favicon.svg', undefined)?.headers['Cache-Control']).not.toContain('immutable');
  });

  it.each([
    '/_astro/secret.map',
    '/_astro/../favicon.svg',
    '/_astro/%61.js',
    '/',
    '/_astro',
    'favicon.svg',
    '/constructor',
  ])('are not found at %s', (path) => {
    expect(new Assets(folder).find(path, undefined)).toBeUndefined();
  });
});
