/** Joins the output of several processes into one stream of whole lines. */
import type { Readable } from 'node:stream';

/** A line that is longer is written in parts. The log's own lines are far shorter. */
const LINE_CHARACTERS_MAX = 1024 * 1024;

export interface LineSink {
  /** @returns false if the sink asks for a pause until `drain` */
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
}

/**
 * Writes what the stream delivers, each time up to its last line feed, and its last line with one.
 *
 * @param stream null for a process that could not be started
 * @param seen called with each written text
 */
export function pipeLines(
  stream: Readable | null,
  sink: LineSink,
  seen: (text: string) => void = () => undefined,
): void {
  if (stream === null) {
    return;
  }
  let rest = '';
  const write = (text: string) => {
    seen(text);
    if (!sink.write(text)) {
      stream.pause();
      sink.once('drain', () => stream.resume());
    }
  };
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    const whole = end > 0 ? rest + text.slice(0, end) : '';
    rest = end > 0 ? text.slice(end) : rest + text;
    if (whole !== '') {
      write(whole);
    }
    if (rest.length > LINE_CHARACTERS_MAX) {
      write(`${rest}\n`);
      rest = '';
    }
  });
  stream.on('end', () => {
    if (rest !== '') {
      write(`${rest}\n`);
    }
  });
}
