/** `npm run dev`: like `npm start`, but rebuilds changed pages and restarts whenever a file is saved. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FOREGROUND, whenOrphaned } from './lib/node.mjs';
import { ROOT } from './lib/project.mjs';
import { runMain, StepFailure } from './lib/step.mjs';
import { setUp } from './setup.mjs';

/** Pause before a restart, since editors save a file in several writes. */
const SETTLE_MS = 200;
const WATCHED = ['src', 'public'].map((folder) => join(ROOT, folder)).filter((folder) => existsSync(folder));

await runMain(async () => {
  const stop = deferred();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => stop.resolve('stop'));
  }
  whenOrphaned(() => stop.resolve('stop'));
  for (;;) {
    const changed = nextChange();
    const child = await startAgain();
    const why = await Promise.race([changed.seen, stop.promise]);
    changed.close();
    if (child !== undefined && child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    if (why === 'stop') {
      return 0;
    }
    process.stdout.write(`${why} changed: starting again\n`);
    await sleep(SETTLE_MS);
  }
});

/** Shows the output of a failed build. The next save starts another build. */
async function startAgain() {
  try {
    return spawn(await setUp({ pages: true, tools: false }), ['src/start/main.ts'], {
      cwd: ROOT,
      stdio: [...FOREGROUND],
    });
  } catch (error) {
    if (!(error instanceof StepFailure)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }
}

function nextChange() {
  const { promise, resolve } = deferred();
  const watchers = WATCHED.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => resolve(name ?? folder)),
  );
  return { seen: promise, close: () => watchers.forEach((watcher) => void watcher.close()) };
}

function deferred() {
  /** @type {(value: string) => void} */
  let resolve = () => undefined;
  /** @type {Promise<string>} */
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
