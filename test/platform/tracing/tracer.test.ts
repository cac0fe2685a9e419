/** The choice of traced requests, and the parents of their spans. */
import { expect, it } from 'vitest';
import { currentSpan, currentTraceparent, type Span } from '../../../src/platform/tracing/span.ts';
import { Tracer } from '../../../src/platform/tracing/tracer.ts';

const HEADER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const NAMES = { name: 'part', kind: 'CLIENT', attributes: { size: 1 } } as const;

function tracerWith(ratio: number, chance = 0.5) {
  const ended: Span[] = [];
  const clock = { now: 0 };
  const tracer = new Tracer({
    ratio,
    ended: (span) => ended.push(span),
    chance: () => chance,
    monotonic: () => clock.now,
  });
  return { tracer, ended, clock };
}

it('a request is traced by the configured share if its caller asks for no trace, and keeps the trace of its caller', () => {
  const { tracer } = tracerWith(0.6);
  expect(tracer.request('PUT', undefined)).toMatchObject({ kind: 'SERVER', parentId: undefined });
  expect(tracer.request('PUT', HEADER.replace(/01$/, '00'))).toMatchObject({
    traceId: HEADER.slice(3, 35),
    parentId: HEADER.slice(36, 52),
  });
  expect(tracer.request('PUT', 'nonsense')?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(tracerWith(0.5).tracer.request('PUT', undefined)).toBeUndefined();
});

it('callers that ask for a trace get five a second beyond the share', () => {
  const { tracer, clock } = tracerWith(0);
  const traced = () => Array.from({ length: 20 }, () => tracer.request('PUT', HEADER)).filter(Boolean).length;
  expect(traced()).toBe(5);
  clock.now = 1_000;
  expect(traced()).toBe(5);
  expect(tracer.request('PUT', HEADER.replace(/01$/, '00'))).toBeUndefined();
});

it('parts of a traced request are its children, with their attributes and their end', async () => {
  const { tracer, ended } = tracerWith(1);
  const root = tracer.request('PUT', HEADER);
  const inner = await root!.run(() =>
    tracer.around(
      NAMES,
      async () => currentTraceparent(),
      (result) => ({ attributes: { result: `${result}` }, isError: false }),
    ),
  );
  root!.end();
  const [part] = ended;
  expect(ended).toEqual([part, root]);
  expect(part).toMatchObject({ name: 'part', kind: 'CLIENT', traceId: root!.traceId, parentId: root!.spanId });
  expect(inner).toBe(`00-${part!.traceId}-${part!.spanId}-01`);
  expect(part!.attributes).toEqual([
    ['size', 1],
    ['result', inner],
  ]);
  expect(part!.endedAt).toBeGreaterThanOrEqual(part!.beganAt);
  expect(part!.beganAt).toBeGreaterThanOrEqual(root!.beganAt);
});

it('a part that fails ends as an error, and its caller gets the error', async () => {
  const { tracer, ended } = tracerWith(1);
  const failing = tracer
    .request('PUT', undefined)!
    .run(() => tracer.around(NAMES, () => Promise.reject(new TypeError('no'))));
  await expect(failing).rejects.toThrow('no');
  expect(ended).toMatchObject([{ isError: true, attributes: expect.arrayContaining([['error.type', 'TypeError']]) }]);
});

it('without a traced request a part is only run, and work of its own is traced by the share', async () => {
  const { tracer, ended } = tracerWith(1);
  expect(await tracer.around(NAMES, async () => currentSpan())).toBeUndefined();
  expect(ended).toEqual([]);
  await tracer.alone(NAMES, async () => 1);
  await tracerWith(0).tracer.alone(NAMES, async () => 1);
  expect(ended).toMatchObject([{ name: 'part', parentId: undefined }]);
});

it('work that goes on after the answer is in no trace, because a worker goes on for other requests too', async () => {
  const { tracer, ended } = tracerWith(1);
  const root = tracer.request('PUT', undefined)!;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const worker = root.run(async () => {
    await answered;
    return tracer.around(NAMES, async () => [currentSpan(), currentTraceparent()]);
  });
  root.end();
  answer();
  expect(await worker).toEqual([undefined, undefined]);
  expect(ended).toEqual([root]);
});
