/** An enrolment and a reset of the factor at the same time: no session outlives the reset. */
import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { Guesses } from '../../src/console/guesses.ts';
import { ENROLMENT_MS, enrol, invite, openInvitation } from '../../src/console/invitations.ts';
import { codeAt, SECRET_BYTES, stepAt } from '../../src/console/totp.ts';
import { ConsoleCookie } from '../../src/console/visitor.ts';
import { opened } from '../adapters/store/rig.ts';
import { PASSWORD_OF_PERSON } from './person.ts';

it('a reset of the factor right after an enrolment ends the session of the enrolment', async () => {
  const { consolePeople: people } = await opened();
  const clock = { now: () => Date.now() };
  const person = await people.add('reset@shop.example', clock.now());
  const token = await invite(people, person, 'ENROLMENT', clock.now() + ENROLMENT_MS);
  const invitation = await openInvitation({ people, clock }, 'ENROLMENT', token);
  const stored = people.enrol.bind(people);
  vi.spyOn(people, 'enrol').mockImplementation(async (enrolment) => {
    const isFirst = await stored(enrolment);
    await people.forgetCredentials(person.key);
    return isFirst;
  });
  const secret = randomBytes(SECRET_BYTES);
  const dependencies = {
    ...{ people, clock, guesses: new Guesses(clock.now) },
    cookie: new ConsoleCookie({ passwords: () => ({ all: { 1: 'x'.repeat(32) }, inUse: '1' }), secure: false, clock }),
    sealer: { hash: () => Buffer.of(), open: () => '', seal: (text: string) => Buffer.from(text) },
    audit: { append: async () => undefined, noteFailure: () => undefined },
  };
  const typed = { password: PASSWORD_OF_PERSON, code: codeAt(secret, stepAt(clock.now())) };
  const caller = { address: '127.0.0.1', browser: '', connection: {} };
  const answer = await enrol(dependencies, invitation as NonNullable<typeof invitation>, secret, typed, caller);
  expect([answer.kind, await people.sessionsOf(person.key)]).toEqual(['ENROLLED', []]);
});
