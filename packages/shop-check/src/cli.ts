#!/usr/bin/env node
import { runCommand } from './command.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
