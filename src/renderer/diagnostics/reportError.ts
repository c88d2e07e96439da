type Sink = (error: unknown) => void;

/** Errors that occur before the window can show them. */
const early: unknown[] = [];
let sink: Sink = (error) => early.push(error);

/** Handles failures that have no better place. The user is told, and nothing is swallowed. */
export function reportError(error: unknown): void {
  sink(error);
}

export function setErrorSink(next: Sink): void {
  sink = next;
  for (const error of early.splice(0)) next(error);
}

/** Reports uncaught errors as well. */
export function reportUncaughtErrors(): void {
  window.addEventListener('error', (event) => {
    // With this message Chromium says that sizes settle in the next frame; nothing failed.
    if (event.message.startsWith('ResizeObserver loop')) return;
    reportError(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason));
}
