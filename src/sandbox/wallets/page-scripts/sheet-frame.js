// @ts-nocheck: plain JavaScript of a page, as a wallet's script is.
const HEIGHT = 380;

const pressedAt = () => document.activeElement?.getBoundingClientRect().top ?? 0;

/** Opens the sandbox's sheet in a frame above the page. `onMessage` gets each message of the sheet. */
// biome-ignore lint/correctness/noUnusedVariables: the wallet's script, which follows in one file, calls it.
function openSandboxSheet(script, wallet, facts, onMessage) {
  const { origin } = new URL(script);
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  const query = new URLSearchParams({ wallet, ...facts });
  Object.assign(dialog.style, {
    padding: 0,
    border: 0,
    borderRadius: '16px',
    width: 'min(26rem, 94vw)',
    height: `${HEIGHT}px`,
    overflow: 'hidden',
    // Beside the pressed button: a frame in the shop's page may be higher than the window.
    marginBlock: 0,
    top: `${Math.max(8, Math.min(pressedAt(), innerHeight - HEIGHT - 8))}px`,
  });
  Object.assign(frame.style, { border: 0, width: '100%', height: '100%' });
  frame.title = wallet === 'APPLE_PAY' ? 'Apple Pay (demo)' : 'Google Pay (demo)';
  frame.src = `${origin}/wallets/sheet?${query}`;
  const hear = (event) => {
    if (event.source === frame.contentWindow && event.origin === origin) {
      onMessage(event.data);
    }
  };
  const close = () => {
    removeEventListener('message', hear);
    dialog.remove();
  };
  addEventListener('message', hear);
  dialog.addEventListener('cancel', () => onMessage({ kind: 'cancelled' }));
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  return { close, say: (message) => frame.contentWindow?.postMessage(message, origin) };
}
