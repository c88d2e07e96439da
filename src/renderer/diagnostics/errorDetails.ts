import { AppException } from '#shared/errors';
import { visibleWords } from '#shared/text/visiblePath';

/** One sentence for the user. Errors from main are written for people; others are bugs. */
export function errorMessage(error: unknown): string {
  if (error instanceof AppException) return visibleWords(error.message);
  if (error instanceof Error && error.message !== '') return visibleWords(error.message);
  return typeof error === 'string' && error !== '' ? visibleWords(error) : 'Something went wrong.';
}

/** Everything worth pasting into a bug report. */
export function errorDetails(error: unknown, extra?: string): string {
  const lines = [`Airlock window error, ${new Date().toISOString()}`, navigator.userAgent, ''];
  if (error instanceof AppException) {
    lines.push(`${error.code}: ${error.message}`, error.detail ?? '');
  }
  lines.push(error instanceof Error ? (error.stack ?? String(error)) : String(error));
  if (extra !== undefined) lines.push('', extra);
  return lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n');
}
