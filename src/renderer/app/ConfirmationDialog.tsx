import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { reportError } from '../diagnostics/reportError';
import { closeConfirmation, confirmationStore } from '../state/confirmation';

const AlertDialog = lazy(async () => ({
  default: (await import('../ui/AlertDialog')).AlertDialog,
}));

/** The one question at a time that stands before something that cannot be taken back. */
export function ConfirmationDialog() {
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
