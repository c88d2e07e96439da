import { inspect } from 'node:util';
import { type Disposable, toDisposable } from './disposable';

export type UnexpectedErrorHandler = (error: unknown) => void;

let handler: UnexpectedErrorHandler = printError;

/**
 * The only place that bugs are reported to. Expected failures are data and never come here. Never
 * throws.
 */
export function onUnexpectedError(error: unknown): void {
  try {
    handler(error);
  } catch (handlerError) {
    printError(handlerError);
    printError(error);
  }
}

/**
 * Sets the handler. Before the first call errors go to stderr. Disposing restores the previous
 * handler.
 */
export function setUnexpectedErrorHandler(next: UnexpectedErrorHandler): Disposable {
  const previous = handler;
  handler = next;
  return toDisposable(() => {
    if (handler === next) handler = previous;
  });
}

function printError(error: unknown): void {
  process.stderr.write(`${inspect(error)}\n`);
}
