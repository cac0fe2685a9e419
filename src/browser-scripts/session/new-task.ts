/** Runs `act` in a new task. A timer would be throttled in a background tab. */
export function runInNewTask(act: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    act();
  };
  port2.postMessage(0);
}
