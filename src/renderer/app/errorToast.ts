import { errorDetails, errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { showToast } from '#window/ui/overlay/toasts';

/** How failures without a better place reach the user. */
export function showErrorToast(error: unknown): void {
  const title = errorMessage(error);
  showToast({
    // A repeated error replaces itself instead of filling the screen.
    id: `error: ${title}`,
    title,
    tone: 'danger',
    action: {
      label: 'Copy details',
      run: () => navigator.clipboard.writeText(errorDetails(error)).catch(reportError),
    },
  });
}
