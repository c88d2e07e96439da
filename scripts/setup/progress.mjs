const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MILLISECONDS = 100;
const LINE_MILLISECONDS = 10_000;

/** Progress goes to stderr, because stdout is for a command's answer. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Shows that `work` is still running, and for how long. */
export async function withProgress(label, work) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const stop = process.stderr.isTTY ? spin(label, seconds) : speak(label, seconds);
  let outcome = 'failed';
  try {
    const result = await work();
    outcome = 'done';
    return result;
  } finally {
    stop();
    say(`${label}: ${outcome} (${seconds()} s)`);
  }
}

function spin(label, seconds) {
  let frame = 0;
  const draw = () => {
    frame = (frame + 1) % FRAMES.length;
    process.stderr.write(`\r\x1b[K${FRAMES[frame]} ${label} (${seconds()} s)`);
  };
  draw();
  const timer = setInterval(draw, FRAME_MILLISECONDS);
  return () => {
    clearInterval(timer);
    process.stderr.write('\r\x1b[K');
  };
}

function speak(label, seconds) {
  say(`${label} …`);
  const timer = setInterval(() => say(`${label} … (${seconds()} s)`), LINE_MILLISECONDS);
  return () => clearInterval(timer);
}
