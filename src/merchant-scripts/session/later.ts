/** Runs something in a task of its own. A timer would wait in a tab that nobody sees. */
export function later(act: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    act();
  };
  port2.postMessage(0);
}
