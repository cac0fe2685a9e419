/** A form: the fields of one scope of the page. */
import {
  type FieldEvent,
  type FieldReport,
  type FieldState,
  type Mood,
  type SessionUpdateOutcome,
  type Style,
  TIMEOUT_OUTCOME,
} from '../hosted-fields/messages.ts';
import type { Role } from '../hosted-fields/roles.ts';
import { callBack, debug, GATEWAY } from './address.ts';
import {
  type InitializationResult,
  placesOf,
  requireSafePage,
  type SessionConfiguration,
  SessionConfigurationError,
} from './configuration.ts';
import { HostedField } from './hosted-field.ts';
import { enter, leaveField } from './hovering.ts';
import { FieldListeners } from './listeners.ts';
import { runInNewTask } from './new-task.ts';
import { Questions } from './questions.ts';

/** The time for the frames to load, enough for a slow phone on a slow network. */
const READY_MS_MAX = 15_000;
/** Time limit of storing: longer than a frame waits for the gateway, so that the frame reports the timeout itself. */
const STORE_MS_MAX = 35_000;
const SESSION_MS_MAX = 20_000;
/** The time for a frame to answer. It answers at once, unless the page has removed it. */
const STATE_MS_MAX = 2_000;

export class Form {
  // `randomUUID` is missing on insecure pages, which must get an error instead.
  readonly form = crypto.getRandomValues(new Uint32Array(4)).join('-');
  readonly listeners = new FieldListeners();
  readonly #fields = new Map<Role, HostedField>();
  readonly #questions = new Questions();
  /** Functions that set a style, by role and state. They are also applied to fields that are made later. */
  readonly #styles = new Map<string, (field: HostedField) => void>();
  #configuration: SessionConfiguration = {};
  #session: string | undefined;
  #locale: string | undefined;
  #initializing: { readonly timer: number } | undefined;
  #isMounting = false;
  readonly #storing = new Set<string>();

  constructor() {
    // If the page's policy blocks our frames, do not wait for them.
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      if (blockedURI.startsWith(GATEWAY) && this.#initializing !== undefined) {
        this.#reportInitialization(refusal(LOAD_FAILURE));
      }
    });
  }

  /** May be called again after each change of the page: unchanged fields keep their values. */
  configure(given: SessionConfiguration | undefined): void {
    this.#configuration = { ...given };
    this.#session = given?.session || this.#session;
    this.#locale = given?.locale || this.#locale;
    this.#endInitializing();
    this.#initializing = {
      timer: window.setTimeout(() => this.#reportInitialization(refusal(LOAD_FAILURE)), READY_MS_MAX),
    };
    try {
      requireSafePage();
      this.#place();
    } catch (error) {
      if (!(error instanceof SessionConfigurationError)) {
        throw error;
      }
      queueMicrotask(() => this.#reportInitialization(refusal(error.message)));
      return;
    }
    this.#mayBeReady();
  }

  field(role: Role): HostedField | undefined {
    return this.#fields.get(role);
  }

  fields(type?: string): HostedField[] {
    return [...this.#fields.values()].filter(({ role }) => type === undefined || role.startsWith(`${type}.`));
  }

  display() {
    const { formatCard, invalidFieldCharacters } = this.#configuration.interaction?.displayControl ?? {};
    return {
      isEmbossed: formatCard !== 'FLAT',
      rejectsCharacters: invalidFieldCharacters !== 'ALLOW',
      roles: [...this.#fields.keys()],
      locale: this.#locale?.replaceAll('_', '-'),
    };
  }

  setLocale(locale: string): void {
    this.#locale = locale;
    this.refresh();
  }

  refresh(): void {
    for (const field of this.fields()) {
      field.refresh();
    }
  }

  setStyle(roles: readonly Role[], mood: Mood, style: Style): void {
    for (const role of roles) {
      const give = (field: HostedField) => field.role === role && field.setStyle(mood, style);
      this.#styles.set(`${role} ${mood}`, give);
      this.fields().forEach(give);
    }
  }

  /** @returns the current state of each field of the type */
  currentStates(type: string): Promise<readonly (readonly [HostedField, FieldState])[]> {
    return Promise.all(
      this.fields(type).map(async (field) => {
        const report = await this.#questions.ask(STATE_MS_MAX, (id) => field.send({ do: 'judge', id }));
        return [field, report?.tell === 'judged' ? report.state : field.state] as const;
      }),
    );
  }

  /**
   * Stores the fields of a type. A call during an update of the same type is dropped, since the running update covers
   * it. The page is notified once.
   */
  async update(type: string): Promise<void> {
    if (this.#storing.has(type)) {
      debug('an update is under way');
      return;
    }
    this.#storing.add(type);
    const outcome = await this.#store(type);
    this.#storing.delete(type);
    debug('formSessionUpdate', outcome.status);
    const { formSessionUpdate, error } = this.#configuration.callbacks ?? {};
    if (outcome.status === 'system_error') {
      callBack(error, outcome);
    }
    callBack(formSessionUpdate, outcome);
  }

  receiveReport(field: HostedField, report: FieldReport): void {
    if (!this.#fields.has(field.role)) {
      return;
    }
    if (report.tell === 'ready') {
      this.#mayBeReady();
    } else if (report.tell === 'happened') {
      this.#handleFieldEvent(field, report.what);
    } else if (report.tell === 'state') {
      const before = field.state;
      field.state = report.state;
      this.listeners.stateChanged(field, before);
    } else {
      this.#questions.answer(report);
    }
  }

  #place(): void {
    const places = placesOf(this.#configuration);
    for (const [role, field] of this.#fields) {
      if (!places.some((place) => place.role === role && field.isFor(place.selector, place.input))) {
        field.remove();
        this.#fields.delete(role);
      }
    }
    for (const { role, selector, input } of places) {
      if (!this.#fields.has(role)) {
        const field = new HostedField(role, selector, input, this);
        this.#fields.set(role, field);
        for (const give of this.#styles.values()) {
          give(field);
        }
      }
    }
    this.refresh();
    this.#mount();
  }

  /** Mounts one frame in each task: on a slow phone each takes tens of milliseconds, and the page stays responsive. */
  #mount(): void {
    const [field, ...others] = this.fields().filter(({ isMounted }) => !isMounted);
    field?.mount();
    if (others.length > 0 && !this.#isMounting) {
      this.#isMounting = true;
      runInNewTask(() => {
        this.#isMounting = false;
        this.#mount();
      });
    }
  }

  #mayBeReady(): void {
    if (this.#initializing === undefined || !this.fields().every(({ isReady }) => isReady)) {
      return;
    }
    if (this.#session !== undefined) {
      // Reports after `configure` has returned, since the page's own code must continue first.
      queueMicrotask(() => this.#reportInitialization({ status: 'ok' }));
      return;
    }
    this.#open();
  }

  async #open(): Promise<void> {
    const [field] = this.fields();
    const report = await this.#questions.ask(SESSION_MS_MAX, (id) => field?.send({ do: 'open', id }));
    const { session, message = 'the gateway gave no session' } = report?.tell === 'opened' ? report : {};
    this.#session ??= session;
    this.#reportInitialization(this.#session === undefined ? refusal(message) : { status: 'ok' });
  }

  #reportInitialization(result: InitializationResult): void {
    if (this.#initializing === undefined) {
      return;
    }
    this.#endInitializing();
    debug('initialized', result);
    const { initialized, error } = this.#configuration.callbacks ?? {};
    if (result.status === 'system_error') {
      callBack(error, result);
    }
    callBack(initialized, result);
  }

  #endInitializing(): void {
    clearTimeout(this.#initializing?.timer);
    this.#initializing = undefined;
  }

  #handleFieldEvent(field: HostedField, what: FieldEvent): void {
    if (what === 'enter') {
      // Submits the page's form, as Enter does in the page's own inputs.
      const elements = [...(field.input.form?.elements ?? [])] as HTMLElement[];
      elements.find((one) => one.matches('[type=submit], [type=image], button:not([type])'))?.click();
    } else if (what === 'mouseover') {
      enter(field, () => {
        field.send({ do: 'left' });
        this.listeners.emitFieldEvent(field, 'mouseout');
      });
      this.listeners.emitFieldEvent(field, what);
    } else if (what === 'mouseout') {
      leaveField(field);
    } else {
      this.listeners.emitFieldEvent(field, what);
    }
  }

  async #store(type: string): Promise<SessionUpdateOutcome> {
    const [field] = this.fields(type).filter(({ isReady }) => isReady);
    const session = this.#session;
    if (field === undefined || session === undefined) {
      const message = field === undefined ? `no fields of ${type} are ready` : 'there is no session';
      return { status: 'system_error', errors: { message } };
    }
    const report = await this.#questions.ask(STORE_MS_MAX, (id) => field.send({ do: 'store', id, session, type }));
    return report?.tell === 'stored' ? report.outcome : TIMEOUT_OUTCOME;
  }
}

const LOAD_FAILURE = `the fields did not load: ${GATEWAY} is not reachable, or the page's policy lacks it in frame-src`;

function refusal(message: string): InitializationResult {
  return { status: 'system_error', message };
}
