import { lazy, Suspense } from 'react';
import { ConfirmationDialog } from './ConfirmationDialog';
import { Dialogs } from './Dialogs';
import { ErrorBoundary } from './ErrorBoundary';
import { Shell } from './Shell';

// Neither is needed for the first paint, and both bring the positioning code along.
const Toasts = lazy(async () => ({ default: (await import('../ui/Toasts')).Toasts }));
const TooltipLayer = lazy(async () => ({
  default: (await import('../ui/TooltipLayer')).TooltipLayer,
}));

export function App() {
  return (
    <ErrorBoundary>
      <Shell />
      <Dialogs />
      <ConfirmationDialog />
      <Suspense fallback={null}>
        <Toasts />
        <TooltipLayer />
      </Suspense>
    </ErrorBoundary>
  );
}
