/**
 * Prints the progress of a test run, each failure at once on at most one screen, and the running tests if the run
 * stalls. It stores its counts in a file, so that the last line of the run is correct even after a crash.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { ROOT } from './project.mjs';

/**
 * The variable with the path of the report, `{ passed, failed, skipped, failures, files }`. The runner sets it.
 */
export const REPORT_VARIABLE = 'TURNPIKE_TEST_REPORT';

const PROGRESS_INTERVAL_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;
/**
 * Vitest ends a test at its own limit, unless the test blocks the event loop. In that case the reporter ends the run
 * this much later.
 */
const GRACE_MS = Number(process.env.TURNPIKE_TEST_GRACE_MS ?? 60_000);
/** The limit for work without a limit of its own, such as loading a file or a hook. */
const DEFAULT_LIMIT_MS = Number(process.env.TURNPIKE_TEST_LIMIT_MS ?? 90_000);
/** The limit for a hook of a file at length, which may install a shop system. Vitest has the hook's own limit. */
const LONG_HOOK_LIMIT_MS = 900_000;
/** Maximum number of a failure's printed lines, so that it fits one screen. */
const LINES_MAX = 32;
/** The length of a failure that is repeated at the end. */
const LAST_LINES_MAX = 8;
const COLUMNS_MAX = 240;

export default class TestReporter {
  #counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {{ file: string, ms: number, processorMs: number, tests: number }[]} */
  #files = [];
  #fileCount = 0;
  #began = 0;
  /** Running activities by a unique name: a test, a hook, the loading of a file. @type {Map<string, Activity>} */
  #running = new Map();
  /** Files that were loaded and have not ended, with the time of their last event. @type {Map<string, Started>} */
  #modules = new Map();
  /** Ends of hooks that were reported before their starts, by the same names. @type {Map<string, number>} */
  #endedEarly = new Map();
  /** The texts of the failures to repeat at the end. @type {string[]} */
  #failures = [];
  /** @type {NodeJS.Timeout[]} */
  #timers = [];

  /** @param {readonly unknown[]} specifications */
  onTestRunStart(specifications) {
    this.#fileCount = specifications.length;
    this.#began = performance.now();
    this.#timers = [
      setInterval(() => this.#printProgress(), PROGRESS_INTERVAL_MS),
      setInterval(() => this.#endStalled(), CHECK_INTERVAL_MS),
    ];
    this.#save();
  }

  /** @param {TestModule} module */
  onTestModuleQueued(module) {
    this.#begin(`load ${module.moduleId}`, `loading ${nameOfFile(module)}`);
  }

  /** @param {TestModule} module */
  onTestModuleCollected(module) {
    this.#running.delete(`load ${module.moduleId}`);
    this.#modules.set(module.moduleId, { module, since: performance.now() });
  }

  /** @param {{ name: string, entity: HookEntity }} hook */
  onHookStart({ name, entity }) {
    const id = `${name} ${entity.id}`;
    const early = this.#endedEarly.get(id) ?? 0;
    if (early > 0) {
      this.#endedEarly.set(id, early - 1);
      return;
    }
    const file = entity.moduleId ?? entity.module?.moduleId ?? '';
    const limitMs = file.includes('-at-length.') ? LONG_HOOK_LIMIT_MS : DEFAULT_LIMIT_MS;
    this.#begin(id, `${name} of ${entity.name ?? relative(ROOT, file)}`, limitMs);
  }

  /** @param {{ name: string, entity: { id: string } }} hook */
  onHookEnd({ name, entity }) {
    const id = `${name} ${entity.id}`;
    // A worker's batches of events are handled concurrently, so a hook's end may be reported before its start.
    if (!this.#running.delete(id)) {
      this.#endedEarly.set(id, (this.#endedEarly.get(id) ?? 0) + 1);
    }
  }

  /** @param {TestCase} test */
  onTestCaseReady(test) {
    this.#touch(test.module);
    // Events within one batch may be reported in any order.
    if (test.result().state !== 'pending') {
      return;
    }
    this.#begin(test.id, `${nameOfFile(test.module)} > ${test.fullName}`, test.options.timeout);
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    this.#touch(test.module);
    this.#running.delete(test.id);
    // No end is reported for a hook that skips its test.
    for (const hook of ['beforeEach', 'afterEach']) {
      this.#running.delete(`${hook} ${test.id}`);
    }
    const { state, errors = [] } = test.result();
    if (state === 'passed') {
      this.#counts.passed += 1;
    } else if (state === 'failed') {
      this.#fail(`${nameOfFile(test.module)} > ${test.fullName}`, errors);
    } else {
      this.#counts.skipped += 1;
    }
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    this.#running.delete(`load ${module.moduleId}`);
    this.#modules.delete(module.moduleId);
    // Vitest does not report the end of a hook that fails.
    for (const { id } of [module, ...module.children.allSuites()]) {
      ['beforeAll', 'afterAll'].forEach((hook) => void this.#running.delete(`${hook} ${id}`));
    }
    // A file that does not load has no tests to count, and a hook's failure belongs to no test: both count as failures.
    const errors = module.errors();
    const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
    if (errors.length > 0) {
      this.#fail(nameOfFile(module), errors);
    }
    for (const suite of suites) {
      this.#fail(`${nameOfFile(module)} > ${suite.fullName}`, suite.errors());
    }
    const tests = [...module.children.allTests()].length;
    const { duration, collectDuration } = module.diagnostic();
    const { processorMs = 0 } = /** @type {{ processorMs?: number }} */ (module.meta());
    this.#files.push({ file: nameOfFile(module), ms: Math.round(duration + collectDuration), processorMs, tests });
    this.#save();
  }

  /** @param {readonly unknown[]} _modules @param {readonly SerializedError[]} errors the errors outside of tests */
  onTestRunEnd(_modules, errors) {
    for (const error of errors) {
      this.#fail('an error outside of every test', [error]);
    }
    this.#timers.forEach((timer) => void clearInterval(timer));
    this.#save();
    this.#printEnd();
  }

  /** @param {string} id @param {string} name @param {number} [limitMs] */
  #begin(id, name, limitMs = DEFAULT_LIMIT_MS) {
    this.#running.set(id, { name, limitMs, since: performance.now() });
  }

  /** @param {string} name @param {readonly SerializedError[]} errors */
  #fail(name, errors) {
    this.#counts.failed += 1;
    const lines = errors.flatMap(linesOf);
    this.#failures.push([`✗ ${name}`, ...lines.slice(0, LAST_LINES_MAX)].join('\n    '));
    print([`✗ ${name}`, ...lines.slice(0, LINES_MAX)].join('\n    '));
  }

  #printProgress() {
    const seconds = Math.round((performance.now() - this.#began) / 1_000);
    const { passed, failed } = this.#counts;
    const [longest] = [...this.#running.values()].toSorted((one, other) => one.since - other.since);
    const files = `${this.#files.length}/${this.#fileCount} files`;
    print(`${seconds} s: ${files}, ${passed} passed, ${failed} failed${longest ? `; now ${longest.name}` : ''}`);
  }

  /** Repeats the failures, since often only the end of a long output is stored. */
  #printEnd() {
    if (this.#failures.length > 0) {
      print(['Failed:', ...this.#failures].join('\n'));
    }
  }

  /** Ends a run in which a test blocks the event loop. Vitest would wait for that test forever. */
  #endStalled() {
    const now = performance.now();
    const stalled = [...this.#running.values(), ...this.#unheard()].filter(
      ({ since, limitMs }) => now - since > limitMs + GRACE_MS,
    );
    if (stalled.length === 0) {
      return;
    }
    for (const { name, limitMs } of stalled) {
      this.#fail(name, [
        { message: `It did not end within its limit of ${limitMs / 1_000} s, nor ${GRACE_MS / 1_000} s later.` },
      ]);
    }
    this.#save();
    this.#printEnd();
    // The runner ends every process of the run.
    process.exit(1);
  }

  /**
   * The tests that run without having been reported as started, because they block the event loop from their first
   * line. Such a test is the first one without a result in its file.
   * @returns {Activity[]}
   */
  #unheard() {
    return [...this.#modules.values()].flatMap(({ module, since }) => {
      const pending = [...module.children.allTests()].filter((test) => test.result().state === 'pending');
      const [first] = pending;
      if (first === undefined || pending.some(({ id }) => this.#running.has(id))) {
        return [];
      }
      const name = `${nameOfFile(module)} > ${first.fullName}`;
      return [{ name, since, limitMs: first.options.timeout ?? DEFAULT_LIMIT_MS }];
    });
  }

  /** @param {TestModule} module */
  #touch(module) {
    const started = this.#modules.get(module.moduleId);
    if (started !== undefined) {
      started.since = performance.now();
    }
  }

  #save() {
    const file = process.env[REPORT_VARIABLE];
    if (file === undefined) {
      return;
    }
    mkdirSync(dirname(file), { recursive: true });
    const files = this.#files.toSorted((one, other) => other.ms - one.ms);
    writeFileSync(file, JSON.stringify({ ...this.#counts, failures: this.#failures, files }, null, 1));
  }
}

/** @param {SerializedError} error @returns {string[]} the error with its causes, the difference, and the place */
function linesOf({ message = '', diff, stacks = [], cause }) {
  const place = stacks.find(({ file }) => file.startsWith(ROOT) && !file.includes('node_modules')) ?? stacks[0];
  return [
    ...message.split('\n'),
    ...(cause === undefined ? [] : linesOf(cause)),
    ...(diff === undefined ? [] : diff.split('\n')),
    ...(place === undefined ? [] : [`at ${relative(ROOT, place.file)}:${place.line}:${place.column}`]),
  ].map((line) => line.slice(0, COLUMNS_MAX));
}

/** @param {TestModule} module */
function nameOfFile(module) {
  return relative(ROOT, module.moduleId);
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * @typedef {{ name: string, limitMs: number, since: number }} Activity
 * @typedef {{ id: string, name?: string, moduleId?: string, module?: { moduleId: string } }} HookEntity
 * @typedef {{ module: TestModule, since: number }} Started
 * @typedef {import('vitest/node').TestModule} TestModule
 * @typedef {import('vitest/node').TestCase} TestCase
 * @typedef {{ message?: string, diff?: string, stacks?: readonly { file: string, line: number, column: number }[], cause?: SerializedError }} SerializedError
 */
