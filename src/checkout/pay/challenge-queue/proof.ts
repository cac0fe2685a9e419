/**
 * The proof of work: a challenge that a browser solves within a second or so, made and verified by altcha-lib. It is
 * signed for one wait of one session, and made anew for each page. A wait ends with its first valid solution, so replay
 * needs no other protection.
 */
import { randomInt } from 'node:crypto';
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Sealer } from '../../../core/ports/index.ts';
import type { Wait } from '../../session/wait.ts';

const ALGORITHM = 'PBKDF2/SHA-256';
/** Work for one key: a few milliseconds, so that the overhead of a call of Web Crypto is negligible. */
const ITERATIONS = 5_000;
/** Number of keys to try at effort 1: half a second on a desktop, one or two on a phone. */
const KEYS_MIN = 100;
const KEYS_MAX = 200;
/** Characters of a posted solution, which is little larger than its challenge. */
const TEXT_MAX = 4_096;

const SOLUTION_SCHEMA = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(ALGORITHM),
      cost: z.literal(ITERATIONS),
      data: z.object({ wait: z.string(), session: z.number() }),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number().int().min(0), derivedKey: z.string() }),
});

type Hashes = Pick<Sealer, 'hashes'>;

/**
 * @param session key of the session
 * @returns JSON, for the page's script
 */
export async function challengeFor(sealer: Hashes, session: number, wait: Wait): Promise<string> {
  const [secret = ''] = secretsOf(sealer);
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: ITERATIONS,
    counter: randomInt(KEYS_MIN * wait.effort, KEYS_MAX * wait.effort),
    data: { session, wait: wait.id },
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: keySecret(secret),
  });
  return JSON.stringify(challenge);
}

/**
 * @param text `{ challenge, solution }` as JSON, from an untrusted client
 * @returns whether it solves a challenge of this wait
 */
export async function isSolved(sealer: Hashes, session: number, wait: Wait, text: string): Promise<boolean> {
  const { challenge, solution } = solvedIn(text) ?? {};
  const { data } = challenge?.parameters ?? {};
  if (challenge === undefined || solution === undefined || data?.wait !== wait.id || data.session !== session) {
    return false;
  }
  for (const secret of secretsOf(sealer)) {
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: keySecret(secret),
    });
    if (verified) {
      return true;
    }
  }
  return false;
}

function solvedIn(
  text: string,
): ({ challenge: Challenge; solution: Solution } & z.infer<typeof SOLUTION_SCHEMA>) | undefined {
  if (text.length > TEXT_MAX) {
    return undefined;
  }
  try {
    return SOLUTION_SCHEMA.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The current key first; challenges signed by a rotated key still verify. */
function secretsOf(sealer: Hashes): string[] {
  return sealer.hashes('proof of work', 'challenge').map((hash) => Buffer.from(hash).toString('hex'));
}

/** The key of a solution is signed with a secret of its own. */
const keySecret = (secret: string): string => `key ${secret}`;
