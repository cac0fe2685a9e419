/** Describes the machine of the measurements, since figures are only comparable on the same machine. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { median } from './statistics.ts';

export interface Machine {
  readonly at: string;
  readonly node: string;
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  /** The load average of the last minute before the bench started, which other programs caused. */
  readonly load: number;
  /** Median time in which this disk makes 8 KiB durable. */
  readonly flushMs: number;
}

const FLUSHES = 100;
const FLUSH_BYTES = 8_192;

/** @param folder a folder on the disk with the stores */
export function describeMachine(folder: string): Machine {
  const processors = cpus();
  return {
    at: new Date().toISOString(),
    node: process.version,
    cores: processors.length,
    processor: processors[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    load: loadavg()[0] ?? 0,
    flushMs: flushMs(folder),
  };
}

function flushMs(folder: string): number {
  const file = join(folder, 'flush');
  const page = Buffer.alloc(FLUSH_BYTES, 1);
  const descriptor = openSync(file, 'w');
  const times = Array.from({ length: FLUSHES }, () => {
    const began = performance.now();
    writeSync(descriptor, page);
    fdatasyncSync(descriptor);
    return performance.now() - began;
  });
  closeSync(descriptor);
  rmSync(file);
  return median(times);
}

export function machineText({ at, node, cores, processor, memoryGb, load, flushMs }: Machine): string {
  return [
    `${at}, Node ${node}, ${cores} cores of ${processor}, ${memoryGb} GB`,
    `load average ${load.toFixed(2)} before the run, disk flush ${flushMs.toFixed(2)} ms`,
    '',
  ].join('\n');
}
