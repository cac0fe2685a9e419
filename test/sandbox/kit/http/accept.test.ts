import { expect, it } from 'vitest';
import { prefersHtml } from '../../../../src/sandbox/kit/http/accept.ts';

it.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'application/json, text/html',
  'application/json, text/html;q=0.9',
  'text/html;q=0, */*',
  'text/html;q=nonsense',
  'text/plain',
])('a program that accepts %j gets JSON', (accept) => {
  expect(prefersHtml(accept)).toBe(false);
});

it.each([
  'text/html',
  'Text/HTML ; charset=utf-8, */*',
  'text/html, application/json;q=0.5',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
])('a browser that accepts %j gets the page', (accept) => {
  expect(prefersHtml(accept)).toBe(true);
});
