/**
 * Calls the function once the process that started this one has ended, as by SIGKILL: the channel between them has
 * closed. A process without such a channel is never orphaned.
 */
export function onOrphaned(orphaned: () => void): void {
  if (process.connected === false) {
    orphaned();
    return;
  }
  process.once('disconnect', orphaned);
  // A listener keeps the process alive, and the channel must not.
  process.channel?.unref();
}
