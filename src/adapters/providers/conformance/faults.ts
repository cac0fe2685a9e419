/** Faults that the kit applies to a request between the adapter and the provider, and to its answer. */

/** An answer that another server gives in place of the provider. */
export interface FalseAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * CUT: the connection ends without an answer. HALF: the connection ends within the answer. WHOLE: the answer arrives.
 * TWICE: the answer arrives twice. ENDLESS: the answer arrives, followed by blanks for as long as the client reads.
 * SILENT: no byte arrives, and the connection stays open. DRIP: blanks arrive one at a time, without end. REDIRECT: the
 * answer redirects to another address.
 */
export type Reply = 'CUT' | 'DRIP' | 'ENDLESS' | 'HALF' | 'REDIRECT' | 'SILENT' | 'TWICE' | 'WHOLE' | FalseAnswer;

export interface LineFault {
  /** A clause for the report: `create, where its answer is lost, …`. */
  readonly where: string;
  /** The number of times that the request is forwarded to the provider. */
  readonly forwarded: 0 | 1 | 2;
  readonly reply: Reply;
}

const json = (body: string, status = 200): FalseAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});

const PAGE: FalseAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Maintenance</title><h1>We are back soon</h1>',
};

/** Losses of a message. The adapter cannot know whether the operation was executed. */
export const LOSSES: readonly LineFault[] = [
  { where: 'its request is lost', forwarded: 0, reply: 'CUT' },
  { where: 'its answer is lost', forwarded: 1, reply: 'CUT' },
  { where: 'its answer is cut off', forwarded: 1, reply: 'HALF' },
  { where: 'its request arrives twice', forwarded: 2, reply: 'WHOLE' },
];

export const ERROR_ANSWERS: readonly LineFault[] = [
  { where: 'the server fails after it did the work (500)', forwarded: 1, reply: json('{"error":"internal"}', 500) },
  { where: 'the server is down (503)', forwarded: 0, reply: { ...PAGE, status: 503 } },
];

export const PAGES: readonly LineFault[] = [
  { where: 'a page of HTML answers after the work was done', forwarded: 1, reply: PAGE },
  { where: 'a page of HTML answers in place of the provider', forwarded: 0, reply: PAGE },
];

/** Answers with other content, each with and without execution of the operation, because they prove neither. */
export const OTHER_JSON: readonly LineFault[] = ['{"reference":', '', 'null', '[]', '{}', '"paid"'].flatMap((body) => [
  { where: `the answer is ${body || 'empty'} after the work was done`, forwarded: 1, reply: json(body) },
  { where: `the answer is ${body || 'empty'} and nothing was done`, forwarded: 0, reply: json(body) },
]);

export const REDIRECTS: readonly LineFault[] = [{ where: 'the answer is a redirect', forwarded: 0, reply: 'REDIRECT' }];

export const ENDLESS: LineFault = { where: 'the answer does not end', forwarded: 1, reply: 'ENDLESS' };
export const ANSWERED_TWICE: LineFault = { where: 'the answer comes twice', forwarded: 1, reply: 'TWICE' };
export const SILENT: LineFault = { where: 'no answer comes', forwarded: 1, reply: 'SILENT' };
export const DRIP: LineFault = { where: 'the answer comes a byte at a time', forwarded: 1, reply: 'DRIP' };

export const RETRY_AFTER_S = 7;

export const TURNED_AWAY: LineFault = {
  where: 'the provider has no time (429)',
  forwarded: 0,
  reply: { ...json('{"error":"too many requests"}', 429), headers: { 'retry-after': String(RETRY_AFTER_S) } },
};
