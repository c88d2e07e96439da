/**
 * Functions for the window. Each is sent there as text, so it must not use anything outside itself.
 */

/**
 * Counts what the pty host sends and what the screen has acknowledged; call it before any terminal.
 */
export function countPending() {
  const counts = { received: 0, acknowledged: 0, most: 0 };
  window.benchCounts = counts;
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    configurable: true,
    set(listener) {
      set.call(this, (event) => {
        if (event.data?.type === 'data') {
          counts.received += event.data.data.length;
          counts.most = Math.max(counts.most, counts.received - counts.acknowledged);
        }
        listener.call(this, event);
      });
    },
  });
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function post(message, ...rest) {
    if (message?.type === 'acknowledge') counts.acknowledged += message.characters;
    return postMessage.call(this, message, ...rest);
  };
}

/** A second screen over the first, of the same size and options, fed from memory. */
export async function feedFromMemory({ text, pieceLength, pending, options }) {
  const host = document.createElement('div');
  const shown = document.querySelector('.xterm').getBoundingClientRect();
  Object.assign(host.style, {
    position: 'fixed',
    zIndex: 1,
    left: `${shown.left}px`,
    top: `${shown.top}px`,
    width: `${shown.width}px`,
    height: `${shown.height}px`,
  });
  document.body.append(host);
  const terminal = new window.Terminal(options);
  terminal.open(host);
  await new Promise((resolve) => terminal.write('warm\r\n', resolve));
  const started = performance.now();
  let waiting = 0;
  let position = 0;
  await new Promise((resolve) => {
    const feed = () => {
      while (position < text.length && waiting < pending) {
        const piece = text.slice(position, position + pieceLength);
        position += piece.length;
        waiting += piece.length;
        terminal.write(piece, () => {
          waiting -= piece.length;
          if (position < text.length) feed();
          else if (waiting === 0) requestAnimationFrame(() => resolve());
        });
      }
    };
    feed();
  });
  const milliseconds = performance.now() - started;
  terminal.dispose();
  host.remove();
  return milliseconds;
}

/** Settles with the time at which the last screen shows the text. */
export function untilShown(text) {
  return new Promise((resolve) => {
    const look = () => {
      const rows = [...document.querySelectorAll('.xterm-rows')].at(-1);
      if (rows?.textContent.includes(text)) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/**
 * Measures from each key's event to the resulting change of the screen; `window.benchEchoes` has
 * the times.
 */
export function watchEchoes() {
  const rows = [...document.querySelectorAll('.xterm-rows')].at(-1);
  const echoes = [];
  let pressedAt = null;
  window.benchEchoes = echoes;
  window.benchPressed = () => {
    pressedAt = performance.now();
  };
  window.addEventListener('keydown', window.benchPressed, { capture: true });
  const observer = new MutationObserver(() => {
    if (pressedAt === null) return;
    echoes.push(performance.now() - pressedAt);
    pressedAt = null;
  });
  observer.observe(rows, { childList: true, characterData: true, subtree: true });
  window.benchStop = () => {
    observer.disconnect();
    window.removeEventListener('keydown', window.benchPressed, { capture: true });
    return echoes;
  };
}

/** The fastest possible echo: a screen that writes the typed text itself. */
export async function echoFromMemory({ count, options }) {
  const host = document.createElement('div');
  Object.assign(host.style, { position: 'fixed', zIndex: 1, inset: '0 0 auto 0', height: '200px' });
  document.body.append(host);
  const terminal = new window.Terminal(options);
  terminal.open(host);
  await new Promise((resolve) => terminal.write('warm\r\n', resolve));
  const rows = host.querySelector('.xterm-rows');
  const times = [];
  for (let index = 0; index < count; index++) {
    await new Promise((resolve) => setTimeout(resolve, 20 + ((index * 7) % 17)));
    const started = performance.now();
    await new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(rows, { childList: true, characterData: true, subtree: true });
      terminal.write('x');
    });
    times.push(performance.now() - started);
  }
  terminal.dispose();
  host.remove();
  return times;
}
