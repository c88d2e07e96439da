/**
 * Functions for the window. Each is sent there as text, so it must not use anything outside itself.
 */

/** Starts to measure frames, and keys from the press to the end of the frame that shows them. */
export function watchPage() {
  const frames = [];
  const keys = [];
  let last = performance.now();
  let isWatching = true;
  const onFrame = (now) => {
    if (!isWatching) return;
    frames.push(now - last);
    last = now;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  const onKey = ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => keys.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  };
  addEventListener('keydown', onKey, { capture: true });
  window.benchStop = () => {
    isWatching = false;
    removeEventListener('keydown', onKey, { capture: true });
    // The first frame began before the measurement.
    return { frames: frames.slice(1), keys };
  };
}

/** The lowest cost of showing streams: as many text nodes, each written directly. */
export function writeStraight({ streams, chunksPerSecond, milliseconds }) {
  const host = document.querySelector('main');
  const nodes = Array.from({ length: streams }, () => {
    const box = document.createElement('section');
    const node = document.createTextNode('');
    box.append(node);
    host.append(box);
    return node;
  });
  const words = 'The retry loop gives up after five attempts, ';
  const started = performance.now();
  let said = 0;
  return new Promise((resolve) => {
    const write = () => {
      const elapsed = performance.now() - started;
      const due = Math.floor((elapsed * chunksPerSecond) / 1_000);
      const added = words.repeat(Math.max(0, due - said));
      said = due;
      for (const node of nodes) node.data = (node.data + added).slice(-3_000);
      if (elapsed < milliseconds) requestAnimationFrame(write);
      else resolve();
    };
    requestAnimationFrame(write);
  });
}

/** Whether each pane shows the text on the screen itself, and not only in its list. */
export function shownInEach({ text, panes }) {
  const shown = [...document.querySelectorAll('[role="log"]')].filter((log) => {
    const frame = log.getBoundingClientRect();
    const rows = [...log.querySelectorAll('[data-entry]')].filter((row) =>
      row.textContent.includes(text),
    );
    return rows.some((row) => {
      const place = row.getBoundingClientRect();
      return place.bottom > frame.top && place.top < frame.bottom;
    });
  });
  return shown.length === panes;
}
