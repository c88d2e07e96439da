import { errorDetails, errorMessage } from '../diagnostics/errorDetails';
import { reportError } from '../diagnostics/reportError';
import { showToast } from '../ui/toasts';

/** How failures that have no better place reach the user. */
export function showErrorToast(error: unknown): void {
  showToast({
    title: errorMessage(error),
    tone: 'danger',
    action: {
      label: 'Copy details',
      run: () => navigator.clipboard.writeText(errorDetails(error)).catch(reportError),
    },
  });
}
