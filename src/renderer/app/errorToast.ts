import { errorDetails, errorMessage } from '../diagnostics/errorDetails';
import { reportError } from '../diagnostics/reportError';
import { showToast } from '../ui/toasts';

/** How failures that have no better place reach the user. */
export function showErrorToast(error: unknown): void {
  const title = errorMessage(error);
  showToast({
    // One that comes again takes its own place, and not the rest of the screen.
    id: `error: ${title}`,
    title,
    tone: 'danger',
    action: {
      label: 'Copy details',
      run: () => navigator.clipboard.writeText(errorDetails(error)).catch(reportError),
    },
  });
}
