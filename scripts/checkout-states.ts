/**
 * The page about the states of a checkout, generated from their table: a picture of the transitions, and a section for
 * each state. `npm run reference` writes it, and a test fails if the committed page differs.
 */
import { PAGE_MAKERS } from '../src/checkout/pages/page-of.ts';
import {
  CHECKOUT_EVENTS,
  CHECKOUT_STATES,
  type CheckoutEvent,
  COMMON_EVENTS,
  ownTransitions,
  type StateKind,
} from '../src/checkout/status/states.ts';
import { wrapped } from './lib/wrapped.ts';

export const STATES_FILE = new URL('../docs/checkout-states.md', import.meta.url);

const INTRODUCTION = `# States of a checkout

At each request the gateway computes a checkout's state from the session, its order and the time
([20](decisions/20-checkout-state-and-cancel.md)). The table of the states is
[states.ts](../src/checkout/status/states.ts); the code asks it what holds in a state, and a
[test](../test/checkout/status/states.test.ts) brings a running gateway through every transition
([36](decisions/36-checkout-rooms-and-states.md)). An arrow is one event. Events at one time count one after the other.

This page is made from the table by \`npm run reference\`. Do not edit it.`;

export function checkoutStates(): string {
  const kinds = Object.keys(CHECKOUT_STATES) as StateKind[];
  return `${[INTRODUCTION, picture(), commonEvents(), '## The states', ...kinds.map(section)].join('\n\n')}\n`;
}

/** A state diagram of Mermaid, without the events that lead from most states to one. */
function picture(): string {
  const arrows = new Map<string, string[]>();
  for (const { from, event, to } of ownTransitions()) {
    const arrow = `${from} --> ${to}`;
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), CHECKOUT_EVENTS[event]]);
  }
  const lines = [...arrows].map(([arrow, events]) => `  ${arrow}: ${events.join(', or ')}`);
  return ['```mermaid', 'stateDiagram-v2', '  direction LR', ...lines, '```'].join('\n');
}

function commonEvents(): string {
  const parts = COMMON_EVENTS.map(
    ({ event, from, to }) => `- ${CHECKOUT_EVENTS[event]}: ${code(to)}, from ${listed(from)}`,
  );
  return [
    'These events lead from many states to one, and are not in the picture:',
    parts.map((part) => wrapped(part, '  ')).join('\n'),
  ].join('\n\n');
}

function section(kind: StateKind): string {
  const { meaning, next, ...properties } = CHECKOUT_STATES[kind];
  const file = `${kebab(PAGE_MAKERS[kind].name)}.ts`;
  const page = `Its page is made by [${file}](../src/checkout/pages/states/${file}).`;
  const names = Object.keys(properties);
  const holds = names.length === 0 ? [] : [`Here ${listed(names)} ${names.length === 1 ? 'holds' : 'hold'}.`];
  const events = Object.entries(next).map(([event, to]) => `- ${CHECKOUT_EVENTS[event as CheckoutEvent]}: ${code(to)}`);
  return [
    `### ${code(kind)}`,
    wrapped([meaning, page, ...holds].join(' ')),
    ...(events.length === 0 ? [] : [events.join('\n')]),
  ].join('\n\n');
}

const code = (name: string): string => `\`${name}\``;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @param names at least one */
function listed(names: readonly string[]): string {
  const coded = names.map(code);
  const most = coded.slice(0, -1).join(', ');
  return most === '' ? `${coded[0]}` : `${most} and ${coded.at(-1)}`;
}
