#!/usr/bin/env node
/**
 * The command `turnpike` of an installed release: starts one or several gateways, the sandbox or both, or runs one of
 * the operator's commands. Plain JavaScript that older releases of Node run too, so that they report that they are too
 * old.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { GATEWAY_ENVIRONMENT, GATEWAY_NODE_OPTIONS } from './node-options.mjs';

/** The folder of the release: this file lies in its `bin/`. */
const RELEASE = new URL('../', import.meta.url);

/** @type {Readonly<Record<string, string>>} */
const PROGRAMS = { start: 'start', gateway: 'server', serve: 'serve', sandbox: 'sandbox' };

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const USAGE = `turnpike start        a gateway with the sandbox; in live mode the gateway alone
turnpike gateway      the gateway alone, with its log on the terminal
turnpike serve --processes N
                      N gateways behind one port, which SIGHUP restarts one after another
turnpike sandbox      the sandbox alone
turnpike --version    the version, its build, and Node's
turnpike COMMAND      an operator's command, such as doctor; turnpike help lists them all`;

/** @param {string} path @returns {any} */
const read = (path) => JSON.parse(readFileSync(new URL(path, RELEASE), 'utf8'));

/** @param {string} name of an entry of the bundle @returns {URL} */
const programUrl = (name) => new URL(`dist/program/${read('dist/program/current.json').folder}/${name}.mjs`, RELEASE);

/** @param {string} needed such as `>=22.18.0` */
function isNewEnough(needed) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [majorMin = 0, minorMin = 0] = needed.replace('>=', '').split('.').map(Number);
  return major > majorMin || (major === majorMin && minor >= minorMin);
}

/** Whether this process was started with the options and the environment of a gateway, such as by a service. */
function isPrepared() {
  const { execArgv, env } = process;
  const given = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(' ')];
  return (
    GATEWAY_NODE_OPTIONS.every((option) => given.includes(option)) &&
    Object.entries(GATEWAY_ENVIRONMENT).every(([name, value]) => env[name] === value)
  );
}

/**
 * Becomes the gateway, with its options of Node, so that signals and limits reach the gateway itself. Where a process
 * cannot become another (Windows), the gateway is a child.
 * @param {readonly string[]} args
 */
function runGateway(args) {
  if (isPrepared()) {
    import(programUrl('server').href);
    return;
  }
  const words = [...process.execArgv, ...GATEWAY_NODE_OPTIONS, fileURLToPath(programUrl('server')), ...args];
  const env = { ...process.env, ...GATEWAY_ENVIRONMENT };
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(process.execPath, [process.execPath, ...words], env);
  }
  // The gateway sees the channel close when this process has died.
  const gateway = spawn(process.execPath, words, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  SIGNALS.forEach((signal) => void process.on(signal, () => gateway.kill(signal)));
  gateway.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}

/** @returns {string | undefined} the reason why no part of the release can run, with its remedy */
function problem() {
  const { version, engines, dependencies } = read('package.json');
  if (!isNewEnough(engines.node)) {
    return `Turnpike ${version} needs Node ${engines.node.slice('>='.length)} or later, and this is Node ${process.versions.node}: install a newer Node, and start Turnpike with it.`;
  }
  const { resolve } = createRequire(RELEASE);
  const missing = Object.keys(dependencies).filter((name) => !isThere(() => resolve(name)));
  return missing.length === 0
    ? undefined
    : `The package ${missing.join(' and ')} is not beside Turnpike: install the tarball with npm instead of unpacking it.`;
}

/** @param {() => unknown} look */
function isThere(look) {
  try {
    look();
    return true;
  } catch {
    return false;
  }
}

const [command, ...rest] = process.argv.slice(2);
const found = problem();
if (found !== undefined) {
  process.stderr.write(`${found}\n`);
  process.exitCode = 1;
} else if (command === undefined) {
  process.stdout.write(`${USAGE}\n`);
} else if (command === 'gateway') {
  runGateway(rest);
} else {
  import(programUrl(PROGRAMS[command] ?? 'cli').href);
}
