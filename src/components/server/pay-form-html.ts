/**
 * The payment form as HTML. Drawing its components costs more than all the rest of the page, and nearly all of what
 * comes out is the same for every payer: so a form is drawn once for each of its looks, with marks where a payer's
 * own values belong, and a page only puts the values in.
 */
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { FormText } from '../../text/types.ts';
import type { PayFormModel } from '../pay-form/model.ts';
import { PayForm } from '../pay-form/PayForm.tsx';

/** What differs from payer to payer in forms of the same look. */
type ValueName =
  | 'action'
  | 'attempt'
  | 'button'
  | 'cancel'
  | 'cancelAction'
  | 'csrf'
  | 'expiry'
  | 'fill'
  | 'nameOnCard'
  | 'sessionVersion';
type Values = Readonly<Record<ValueName, string>>;

/** A character for private use, which no sentence of ours holds; a payer's values come in once the marks are gone. */
const mark = (name: ValueName) => `\uE000${name}\uE000`;
const MARK = /\uE000(\w+)\uE000/;

interface Drawing {
  /** HTML around the values: one more than there are names. */
  readonly parts: readonly string[];
  readonly names: readonly ValueName[];
}

/** By language, then by look; there are a few dozen in all. */
const drawings = new WeakMap<FormText, Map<string, Drawing>>();
const textAttributes = new WeakMap<FormText, string>();

/** @returns the element that `mount.tsx` wakes, every value in it escaped */
export function payFormHtml(model: PayFormModel): string {
  const { text, ...own } = model;
  const form = isRefused(model) ? renderToString(h(PayForm, { model })) : filled(drawingFor(model), valuesOf(model));
  return `<div id="pay-form" data-model="${escaped(JSON.stringify(own))}" data-text="${textAttribute(text)}">${form}</div>`;
}

/** What was refused has too many looks to keep them. */
function isRefused({ errors }: PayFormModel): boolean {
  return Object.keys(errors.card).length + Object.keys(errors.giftCard).length > 0;
}

function drawingFor(model: PayFormModel): Drawing {
  const look = [...model.methods, model.method, model.branding.ink, model.cancelAction !== undefined].join();
  const looks = drawings.get(model.text) ?? new Map<string, Drawing>();
  drawings.set(model.text, looks);
  const found = looks.get(look) ?? drawn(model);
  looks.set(look, found);
  return found;
}

function drawn(model: PayFormModel): Drawing {
  const pieces = renderToString(h(PayForm, { model: marked(model) })).split(MARK);
  return {
    parts: pieces.filter((_piece, index) => index % 2 === 0),
    names: pieces.filter((_piece, index) => index % 2 === 1) as ValueName[],
  };
}

function marked(model: PayFormModel): PayFormModel {
  return {
    ...model,
    action: mark('action'),
    cancelAction: model.cancelAction && mark('cancelAction'),
    hidden: { sessionVersion: mark('sessionVersion'), attempt: mark('attempt'), csrf: mark('csrf') },
    kept: { expiry: mark('expiry'), nameOnCard: mark('nameOnCard') },
    branding: { ...model.branding, fill: mark('fill') },
    labels: { ...model.labels, button: mark('button'), cancel: mark('cancel') },
  };
}

function valuesOf({ action, cancelAction, hidden, kept, branding, labels }: PayFormModel): Values {
  return {
    ...hidden,
    action,
    cancelAction: cancelAction ?? '',
    expiry: kept.expiry ?? '',
    nameOnCard: kept.nameOnCard ?? '',
    fill: branding.fill,
    button: labels.button,
    cancel: labels.cancel,
  };
}

function filled({ parts, names }: Drawing, values: Values): string {
  let html = parts[0] ?? '';
  names.forEach((name, index) => {
    html += escaped(values[name]) + (parts[index + 1] ?? '');
  });
  return html;
}

function textAttribute(text: FormText): string {
  const found = textAttributes.get(text) ?? escaped(JSON.stringify(text));
  textAttributes.set(text, found);
  return found;
}

/** For text and for attributes in double quotes, as Preact escapes them itself. */
function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
