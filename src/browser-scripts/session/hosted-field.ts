/** One field: a frame of the gateway over an input of the page, and the channel to it. */
import {
  type FieldCommand,
  type FieldReport,
  type FieldState,
  HANDOVER,
  type Mood,
  type Setup,
  type Style,
} from '../hosted-fields/messages.ts';
import type { Role } from '../hosted-fields/roles.ts';
import { debug, FIELD, GATEWAY } from './address.ts';
import { describingElements, type PageInput, setupOf, showText } from './page-input.ts';
import { Placement } from './placement.ts';

/** Attributes of the page's input that affect the frame. `style` is excluded, since this script changes it itself. */
const WATCHED_ATTRIBUTES = [
  'aria-describedby',
  'aria-label',
  'aria-labelledby',
  'aria-required',
  'class',
  'dir',
  'disabled',
  'lang',
  'placeholder',
  'required',
];

/** Events after which an input may have moved without a change of size. */
const MOVE_EVENTS = ['animationend', 'focusin', 'resize', 'toggle', 'transitionend'];

export interface FieldOwner {
  readonly form: string;
  /** Settings for all fields of the form. */
  display(): Pick<Setup, 'isEmbossed' | 'rejectsCharacters' | 'roles'> & { readonly locale: string | undefined };
  receiveReport(field: HostedField, report: FieldReport): void;
}

export class HostedField {
  readonly role: Role;
  readonly selector: string;
  readonly input: PageInput;
  state: FieldState = { isEmpty: true, isValid: false, isIncomplete: true, hasError: false, errorReason: 'EMPTY' };
  isReady = false;
  readonly #owner: FieldOwner;
  readonly #frame = document.createElement('iframe');
  readonly #attributes: Readonly<Record<string, string | null>>;
  readonly #moods = new Map<Mood, Style>();
  readonly #watches: (() => void)[] = [];
  #placement: Placement | undefined;
  #message = '';
  #placeholder: string;
  #sent = '';
  #port: MessagePort | undefined;

  constructor(role: Role, selector: string, input: PageInput, owner: FieldOwner) {
    this.role = role;
    this.selector = selector;
    this.input = input;
    this.#owner = owner;
    this.#attributes = Object.fromEntries(
      ['tabindex', 'aria-hidden', 'placeholder', 'autocomplete'].map((name) => [name, input.getAttribute(name)]),
    );
    this.#placeholder = input.getAttribute('placeholder') ?? '';
    this.#coverInput();
    const frame = this.#frame;
    frame.title = this.#setup().label;
    frame.referrerPolicy = 'no-referrer';
    // If the page moves its elements, the frame reloads empty, so each load gets a new channel.
    frame.addEventListener('load', () => this.#handOver());
    frame.src = FIELD;
    this.#watch();
  }

  get isMounted(): boolean {
    return this.#placement !== undefined;
  }

  /** Inserts the frame into the page, which starts loading it. */
  mount(): void {
    this.#placement ??= new Placement(this.#frame, this.input);
  }

  /** Whether the field is still the one for this input of the page. */
  isFor(selector: string, input: PageInput): boolean {
    const isThere = this.#frame.isConnected || (!this.isMounted && input.isConnected);
    return this.selector === selector && this.input === input && isThere;
  }

  send(command: FieldCommand): void {
    this.#port?.postMessage(command);
  }

  focus(): void {
    this.mount();
    this.#frame.focus();
    this.send({ do: 'focus' });
  }

  setStyle(mood: Mood, style: Style): void {
    this.#moods.set(mood, style);
    this.send({ do: 'style', mood, style });
  }

  setMessage(text: string): void {
    this.#message = text;
    this.send({ do: 'message', text });
  }

  /** Sends the frame its setup if it has changed on the page. */
  refresh(): void {
    this.#coverInput();
    const setup = this.#setup();
    const now = JSON.stringify(setup);
    if (now !== this.#sent) {
      this.#sent = now;
      this.#frame.title = setup.label;
      this.send({ do: 'set', setup });
    }
    this.#placement?.adjust();
  }

  remove(): void {
    for (const stop of this.#watches) {
      stop();
    }
    this.#port?.close();
    this.#frame.remove();
    showText(this.input);
    for (const [name, value] of Object.entries(this.#attributes)) {
      if (value === null) {
        this.input.removeAttribute(name);
      } else {
        this.input.setAttribute(name, value);
      }
    }
  }

  /**
   * Makes the page's own input a mere background: it cannot be focused or typed into, and is hidden from screen
   * readers.
   */
  #coverInput(): void {
    const { input } = this;
    updateAttribute(input, 'tabindex', '-1');
    updateAttribute(input, 'aria-hidden', 'true');
    updateAttribute(input, 'autocomplete', 'off');
    if (input instanceof HTMLInputElement) {
      input.readOnly = true;
      if (input.placeholder !== '') {
        this.#placeholder = input.placeholder;
        input.placeholder = '';
      }
    }
  }

  #setup(): Setup {
    const { locale, ...display } = this.#owner.display();
    return { ...setupOf(this.input, this.#placeholder, locale), ...display };
  }

  #handOver(): void {
    const { port1, port2 } = new MessageChannel();
    this.#port?.close();
    this.#port = port1;
    this.isReady = false;
    const setup = this.#setup();
    this.#sent = JSON.stringify(setup);
    port1.onmessage = ({ data }: MessageEvent<FieldReport>) => {
      if (data.tell === 'ready') {
        this.#begin();
      }
      this.#owner.receiveReport(this, data);
    };
    const handover = { what: HANDOVER, form: this.#owner.form, role: this.role, setup };
    this.#frame.contentWindow?.postMessage(handover, GATEWAY, [port2]);
    debug(this.role, 'is loaded');
  }

  #begin(): void {
    this.isReady = true;
    for (const [mood, style] of this.#moods) {
      this.send({ do: 'style', mood, style });
    }
    if (this.#message !== '') {
      this.send({ do: 'message', text: this.#message });
    }
    // The focus was set before the frame was loaded.
    if (document.activeElement === this.#frame) {
      this.send({ do: 'focus' });
    }
  }

  #watch(): void {
    const { input } = this;
    const refresh = () => this.refresh();
    const sizes = new ResizeObserver(refresh);
    sizes.observe(input);
    sizes.observe(document.documentElement);
    const words = new MutationObserver(refresh);
    words.observe(input, { attributeFilter: WATCHED_ATTRIBUTES, childList: true, subtree: true });
    for (const element of describingElements(input)) {
      words.observe(element, { characterData: true, childList: true, subtree: true });
    }
    // A click on the label, or a script of the page, focuses the input: forward that to the frame.
    const forward = () => this.focus();
    input.addEventListener('focus', forward);
    for (const event of MOVE_EVENTS) {
      addEventListener(event, refresh, true);
    }
    this.#watches.push(
      () => sizes.disconnect(),
      () => words.disconnect(),
      () => input.removeEventListener('focus', forward),
      () => {
        for (const event of MOVE_EVENTS) {
          removeEventListener(event, refresh, true);
        }
      },
    );
  }
}

function updateAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}
