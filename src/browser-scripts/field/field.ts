/** One field after the handover: its input, its reports to the page, and the page's commands. */
import type { FieldCommand, FieldEvent, FieldReport, Handover, Setup, Style } from '../hosted-fields/messages.ts';
import { autofillFor } from './autofill.ts';
import { watchCardType } from './card-type.ts';
import { applySetup, type FieldControl, makeControl, setText, showMessage } from './control.ts';
import { fieldValidation } from './field-validation.ts';
import { besideField, callGateway } from './gateway.ts';
import { styleSetter } from './looks.ts';
import { rewriteTyped } from './rewrite-typed.ts';
import { RULES } from './rules.ts';
import { fieldsOf } from './siblings.ts';
import { store } from './store.ts';

const SESSION_MS_MAX = 15_000;

export function openField({ form, role, setup: first }: Handover, port: MessagePort): void {
  const rule = RULES[role];
  const style = styleSetter();
  const control = makeControl(rule, first);
  const post = (report: FieldReport): void => port.postMessage(report);
  let setup = first;
  // While the payer is typing, an incomplete or empty value is not an error.
  let isTyping = true;
  let reportedValue = '';
  /** The style that the page sets, in addition to that of its own input's placeholder. */
  let placeholderStyle: Style = {};
  let reportedState = '';

  const cardType = role === 'card.number' ? watchCardType(() => reportState()) : undefined;

  const autofill = role === 'card.number' ? autofillFor(form, first.roles) : undefined;

  const judgement = fieldValidation(form, role, control, cardType);
  /** Reports changes only, so that the page does not learn the timing of each key. */
  const reportState = (): void => {
    // `aria-required` instead of `required`, which the shop's own input sets: a Maestro card may lack a security code.
    control.setAttribute('aria-required', String(judgement.isRequired()));
    const state = judgement.state(isTyping);
    const now = JSON.stringify(state);
    if (now !== reportedState) {
      reportedState = now;
      post({ tell: 'state', state });
    }
  };
  const changed = (): void => {
    cardType?.see(control.value);
    reportState();
    for (const other of fieldsOf(form)) {
      if (other.role !== role) {
        other.judge();
      }
    }
  };
  const happened = (what: FieldEvent): void => post({ tell: 'happened', what });

  /** Browsers fire no `change` event when the payer moves on to another frame. */
  const reportChange = (): void => {
    if (control.value !== reportedValue) {
      reportedValue = control.value;
      happened('change');
    }
  };

  /**
   * Whether the mouse is over the field. The page notifies the frame that it has left, as the browser may not do so.
   */
  let isOver = false;
  const over = (): void => {
    if (!isOver) {
      isOver = true;
      happened('mouseover');
    }
  };

  window.turnpikeField = {
    form,
    role,
    text: () => control.value,
    fill(text) {
      setText(control, text);
      rewriteTyped(control, rule, setup, 'insertReplacementText');
      changed();
      reportChange();
    },
    settle() {
      changed();
      autofill?.dispatchEvent(new Event('input'));
    },
    async problem() {
      await cardType?.whenKnown();
      return judgement.problem() ?? (judgement.isRefused() ? 'invalid' : undefined);
    },
    thisMonth: () => cardType?.thisMonth(),
    judge: reportState,
  };

  listen(control, {
    input(event) {
      isTyping = true;
      if (!(event as InputEvent).isComposing) {
        rewriteTyped(control, rule, setup, (event as InputEvent).inputType ?? '');
      }
      changed();
    },
    compositionend() {
      rewriteTyped(control, rule, setup, '');
      changed();
    },
    focus: () => happened('focus'),
    blur() {
      // An empty field that was only passed is not marked as wrong.
      isTyping = control.value.trim() === '';
      reportState();
      reportChange();
      happened('blur');
    },
    change: () => reportChange(),
    mouseenter: over,
    mousemove: over,
    mouseleave() {
      isOver = false;
      happened('mouseout');
    },
    keydown(event) {
      if ((event as KeyboardEvent).key === 'Enter' && !(event as KeyboardEvent).isComposing) {
        event.preventDefault();
        happened('enter');
      }
    },
  });

  const apply = (next: Setup): void => {
    setup = next;
    style('base', next.look);
    style('placeholder', { ...next.placeholderLook, ...placeholderStyle });
    applySetup(control, next);
  };
  const commands: { [Name in FieldCommand['do']]: (command: Extract<FieldCommand, { do: Name }>) => void } = {
    set: ({ setup: next }) => apply(next),
    focus: () => control.focus(),
    left() {
      isOver = false;
    },
    style({ mood, style: wanted }) {
      placeholderStyle = mood === 'placeholder' ? wanted : placeholderStyle;
      style(mood, mood === 'placeholder' ? { ...setup.placeholderLook, ...wanted } : wanted);
    },
    message: ({ text }) => showMessage(control, text),
    judge: ({ id }) => post({ tell: 'judged', id, state: judgement.state(isTyping) }),
    open: async ({ id }) => post({ tell: 'opened', id, ...(await newSession()) }),
    store: async ({ id, session, type }) =>
      post({ tell: 'stored', id, outcome: await store(form, String(session), String(type)) }),
  };
  port.onmessage = ({ data }: MessageEvent<FieldCommand>) => {
    if (Object.hasOwn(commands, data?.do)) {
      commands[data.do](data as never);
    }
  };

  apply(first);
  document.body.append(control, ...(autofill === undefined ? [] : [autofill]));
  post({ tell: 'ready' });
  reportState();
}

function listen(control: FieldControl, listeners: Readonly<Record<string, (event: Event) => void>>): void {
  for (const [name, listener] of Object.entries(listeners)) {
    control.addEventListener(name, listener);
  }
}

async function newSession(): Promise<{ readonly session?: string; readonly message?: string }> {
  try {
    const { status, body } = await callGateway('POST', besideField('session'), {}, SESSION_MS_MAX);
    return status === 201 ? { session: body.session.id } : { message: body.error.explanation };
  } catch {
    return { message: 'the gateway could not be asked for a session' };
  }
}
