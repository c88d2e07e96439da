import type { ErrorInfo, ReactNode } from 'react';
import { Component, lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { reportError } from '#window/diagnostics/reportError';
import { closeConfirmation, confirmationStore } from '#window/state/confirmation';
import { CrashScreen } from './CrashScreen';
import { Dialogs } from './Dialogs';
import { Shell } from './Shell';

interface Caught {
  readonly error: unknown;
  readonly componentStack: string | undefined;
}

interface ErrorBoundaryState {
  readonly caught: Caught | null;
}

/**
 * The last resort: after a bug while drawing, shows the error and a way to go on, never an empty
 * window.
 */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error, componentStack: undefined } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.setState({ caught: { error, componentStack: info.componentStack ?? undefined } });
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === null) return this.props.children;
    return <CrashScreen error={caught.error} componentStack={caught.componentStack} />;
  }
}

const AlertDialog = lazy(async () => ({
  default: (await import('#window/ui/overlay/AlertDialog')).AlertDialog,
}));

/** Asks for confirmation before something that cannot be undone; one question at a time. */
function ConfirmationDialog() {
  const { question, isOpen } = useStore(confirmationStore);
  if (question === null) return null;
  return (
    <Suspense fallback={null}>
      <AlertDialog
        open={isOpen}
        title={question.title}
        description={question.description}
        facts={question.facts}
        action={question.action}
        destructive
        onConfirm={() => void Promise.resolve(question.run()).catch(reportError)}
        onClose={closeConfirmation}
      />
    </Suspense>
  );
}

// Neither is needed for the first paint, and both load the positioning code.
const Toasts = lazy(async () => ({ default: (await import('#window/ui/overlay/Toasts')).Toasts }));
const TooltipLayer = lazy(async () => ({
  default: (await import('#window/ui/overlay/TooltipLayer')).TooltipLayer,
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
