type Sink = (error: unknown) => void;

/** Errors that come before the window can show them wait here. */
const early: unknown[] = [];
let sink: Sink = (error) => early.push(error);

/**
 * The one place for failures without a better place. The user is told, and nothing is swallowed.
 */
export function reportError(error: unknown): void {
  sink(error);
}

export function setErrorSink(next: Sink): void {
  sink = next;
  for (const error of early.splice(0)) next(error);
}

/** Also catches uncaught errors. */
export function reportUncaughtErrors(): void {
  window.addEventListener('error', (event) => {
    // Chromium's way to say that sizes settle in the next frame: nothing failed.
    if (event.message.startsWith('ResizeObserver loop')) return;
    reportError(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason));
}
