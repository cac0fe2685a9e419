/** The middleware in `astro dev`: gives a page the sample data that its address names. */
import type { APIContext, MiddlewareNext } from 'astro';
import { HTML } from '../../src/http/answers/page-headers.ts';
import { answerToForm, listOfSamples, sampleAt } from './samples.ts';

export async function onRequest({ locals, request, url }: APIContext, next: MiddlewareNext): Promise<Response> {
  if (request.method !== 'GET') {
    return answerToForm((name) => request.headers.get(name));
  }
  const sample = sampleAt(url);
  if (sample === undefined) {
    return new Response(listOfSamples(), { headers: { 'content-type': HTML } });
  }
  Object.assign(locals, { order: sample });
  return await next(sample.address);
}
