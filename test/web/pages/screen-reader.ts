/** A page as a screen reader gets it: the browser's accessibility tree, with reading order and languages. */
import type { CDPSession, Page } from 'playwright';
import type { AnyPage } from './any-page.ts';

type Tree = Awaited<ReturnType<typeof treeOf>>;
type Node = Tree[number];

const LANDMARKS = ['banner', 'main', 'contentinfo'];
const SPEAKING = ['status', 'alert', 'log', 'timer'];

/** Roles that are meaningless without a name to a payer who does not see them. */
const NAMED = [
  'DisclosureTriangle',
  'Iframe',
  'button',
  'checkbox',
  'combobox',
  'dialog',
  'group',
  'image',
  'link',
  'navigation',
  'radio',
  'radiogroup',
  'region',
  'searchbox',
  'spinbutton',
  'table',
  'textbox',
];

/**
 * An error page belongs to no shop, and a page in a frame is in one of the shop's, so that no banner stands above it.
 */
export function landmarksOf(page: AnyPage): readonly string[] {
  const hasBanner = 'shop' in page && !('embedded' in page) && !('isFramed' in page);
  return hasBanner ? LANDMARKS : LANDMARKS.filter((role) => role !== 'banner');
}

/** The elements of the accessibility tree, as Chromium passes them to screen readers. */
export async function spokenNodes(page: Page): Promise<Tree> {
  return await withSession(page, treeOf);
}

/**
 * @param landmarks the page's expected landmarks
 * @returns a line for each problem for a screen reader; empty if there is none
 */
export async function misread(page: Page, landmarks: readonly string[] = LANDMARKS): Promise<string[]> {
  const spoken = await withSession(page, async (cdp) => {
    const nodes = await treeOf(cdp);
    const unnamed = nodes.filter(({ role, name }) => NAMED.includes(role) && name === '');
    return [
      ...headings(nodes),
      ...LANDMARKS.filter((role) => countOf(nodes, role) !== Number(landmarks.includes(role))).map(
        (role) => `${countOf(nodes, role)} of the landmark ${role}`,
      ),
      ...(await described(cdp, unnamed)).map((element) => `no name: ${element}`),
      ...ungrouped(nodes).map(({ name }) => `a choice without a question: ${name}`),
      ...speaking(nodes),
    ];
  });
  return [...spoken, ...(await page.evaluate(misordered)), ...(await page.evaluate(foreign))];
}

async function withSession<T>(page: Page, use: (cdp: CDPSession) => Promise<T>): Promise<T> {
  const cdp = await page.context().newCDPSession(page);
  return await use(cdp).finally(() => cdp.detach());
}

async function treeOf(cdp: CDPSession) {
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ nodeId, parentId, backendDOMNodeId, role, name, properties = [] }) => ({
      nodeId,
      parentId,
      backendDOMNodeId,
      role: String(role?.value),
      name: String(name?.value ?? ''),
      ...(Object.fromEntries(properties.map((property) => [property.name, property.value.value as unknown])) as {
        readonly required?: boolean;
        readonly live?: string;
        readonly level?: number;
      }),
    }));
}

const countOf = (nodes: Tree, wanted: string) => nodes.filter(({ role }) => role === wanted).length;

function headings(nodes: Tree): string[] {
  const levels = nodes.flatMap(({ role, level = 0 }) => (role === 'heading' ? [level] : []));
  const titles = levels.filter((level) => level === 1).length;
  const isSkipping = levels.toSorted((a, b) => a - b).some((level, index, all) => level - (all[index - 1] ?? 0) > 1);
  return [
    ...(titles === 1 ? [] : [`${titles} headings of level 1`]),
    ...(isSkipping ? ['a level of headings is left out'] : []),
  ];
}

/** Groups by their element: a disclosure is named by its summary, and an address is the shop's. */
const NAMED_OTHERWISE = ['DETAILS', 'ADDRESS'];

/** In the order of the page. */
async function described(cdp: CDPSession, nodes: readonly Node[]): Promise<string[]> {
  const found = await Promise.all(
    nodes.map(async ({ role, backendDOMNodeId }) => {
      const { node } = await cdp.send('DOM.describeNode', { backendNodeId: backendDOMNodeId as number });
      return NAMED_OTHERWISE.includes(node.nodeName)
        ? []
        : [`${role} ${node.nodeName} ${(node.attributes ?? []).join(' ')}`];
    }),
  );
  return found.flat();
}

/** Radio buttons outside a named group. */
function ungrouped(nodes: Tree): Node[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const isInGroup = ({ parentId }: Node): boolean => {
    const parent = parentId === undefined ? undefined : byId.get(parentId);
    return parent !== undefined && (/^(?:radio)?group$/.test(parent.role) ? parent.name !== '' : isInGroup(parent));
  };
  return nodes.filter((node) => node.role === 'radio' && !isInGroup(node));
}

/** Several live regions interrupt each other. */
function speaking(nodes: Tree): string[] {
  const places = nodes.filter(({ role, live }) => SPEAKING.includes(role) || live === 'polite' || live === 'assertive');
  return places.length > 1 ? [`${places.length} places speak: ${places.map(({ role }) => role).join(', ')}`] : [];
}

/**
 * Runs in the page: differences between the order of the document, in which it is read and the focus moves, and the
 * visual order; letters larger than the title outside of headings; and focused elements that are not read.
 */
function misordered(): string[] {
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('.unseen') === null;
  const stops = [
    ...document.querySelectorAll<HTMLElement>('h1, h2, h3, a[href], button, input, select, textarea, summary, iframe'),
  ].filter(isSeen);
  const isFromRight = document.documentElement.dir === 'rtl';
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} ${element.id || element.textContent.trim().slice(0, 40)}`;
  const isBefore = (a: DOMRect, b: DOMRect) => {
    const isBeside = Math.min(a.right, b.right) - Math.max(a.left, b.left) <= 0;
    const isInLine = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
    const isEarlier = isFromRight ? a.left >= b.right : a.right <= b.left;
    return isBeside ? isInLine && isEarlier : a.bottom <= b.top;
  };
  const turned = stops.slice(1).flatMap((element, index) => {
    const before = stops[index] as HTMLElement;
    return isBefore(element.getBoundingClientRect(), before.getBoundingClientRect())
      ? [`${nameOf(element)} is read after ${nameOf(before)}, and seen before it`]
      : [];
  });
  const forced = stops.filter(({ tabIndex }) => tabIndex > 0).map((element) => `tabindex of ${nameOf(element)}`);
  const hidden = stops.filter((element) => element.tabIndex >= 0 && element.closest('[aria-hidden="true"]') !== null);

  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const title = document.querySelector('h1');
  const ofTitle = title === null ? [] : [title, ...title.querySelectorAll('*')];
  const largest = title === null ? Number.POSITIVE_INFINITY : Math.max(...ofTitle.map(sizeOf));
  const louder = [...document.querySelectorAll('body :not(svg, svg *, script)')].filter(
    (element) =>
      isSeen(element) &&
      sizeOf(element) > largest &&
      element.closest('h2, h3') === null &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
  );
  return [
    ...turned,
    ...forced,
    ...hidden.map((element) => `hidden from readers, with the focus: ${nameOf(element)}`),
    ...louder.map((element) => `larger than the title: ${nameOf(element)}`),
  ];
}

/** Runs in the page: text in a script that the language of its element does not use. */
function foreign(): string[] {
  const scripts: Readonly<Record<string, RegExp>> = {
    ar: /\p{Script=Arabic}/u,
    el: /\p{Script=Greek}/u,
    he: /\p{Script=Hebrew}/u,
    hi: /\p{Script=Devanagari}/u,
    ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
    ko: /\p{Script=Hangul}/u,
    uk: /\p{Script=Cyrillic}/u,
    zh: /\p{Script=Han}/u,
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const language = node.parentElement?.closest('[lang]')?.getAttribute('lang')?.split('-')[0] ?? '';
    const letters = (node.nodeValue ?? '').match(/\p{L}/gu) ?? [];
    const strange = letters.filter(
      (letter) =>
        !/\p{Script=Latin}/u.test(letter) && !scripts[language]?.test(letter) && !/\p{Script=Common}/u.test(letter),
    );
    if (strange.length > 0 && node.parentElement?.closest('script, style') === null) {
      found.push(`not in the language ${language}: ${node.nodeValue?.trim()}`);
    }
  }
  return found;
}
