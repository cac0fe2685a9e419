/**
 * Counts the notifications that Medusa has accepted and not applied yet. Medusa answers a notification first and
 * applies it later, so the check page waits until none is left.
 */
const POLL_MS = 20;
const WAIT_MS_MAX = 60_000;

let unapplied = 0;

export function countAccepted() {
  unapplied += 1;
}

export function countApplied() {
  unapplied = Math.max(0, unapplied - 1);
}

export async function allApplied() {
  for (const began = Date.now(); unapplied > 0 && Date.now() - began < WAIT_MS_MAX; ) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
