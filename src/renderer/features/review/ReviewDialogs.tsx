import { type FormEvent, useId, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { counted } from '#shared/text/counted';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { call } from '#window/ipc/client';
import { refreshGitGlance, useGitGlance } from '#window/state/session/gitGlance';
import { branchWords, distanceWords } from '#window/state/session/gitWords';
import { sessionChanges } from '#window/state/session/sessionChanges';
import { sessionSummary, titleOf } from '#window/state/session/sessionsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { TextArea } from '#window/ui/form/TextArea';
import { TextField } from '#window/ui/form/TextField';
import { Dialog, DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import { showToast } from '#window/ui/overlay/toasts';
import { visibleLine } from '#window/ui/text/visibleText';
import { CheckForm } from './checks/CheckForm';
import { FeedbackForm } from './comments/FeedbackForm';
import { MainComparisonView } from './compare/MainComparisonView';
import { DeliverForm } from './deliver/DeliverForm';
import { branchName } from './model/branchName';
import { closeReviewDialog, useReviewDialog } from './model/reviewDialog';
import { RewindForm } from './RewindForm';

/** The dialogs of one review. */
export function ReviewDialogs({ sessionId }: { readonly sessionId: SessionId }) {
  const { name, session } = useReviewDialog();
  const isOurs = session === sessionId;
  return (
    <>
      <Dialog
        open={isOurs && name === 'commit'}
        title="Commit accepted changes"
        onClose={closeReviewDialog}
      >
        <CommitForm sessionId={sessionId} kind="commit" />
      </Dialog>
      <Dialog
        open={isOurs && name === 'branch'}
        title="Apply accepted changes as a branch"
        onClose={closeReviewDialog}
      >
        <CommitForm sessionId={sessionId} kind="branch" />
      </Dialog>
      <Dialog
        open={isOurs && name === 'compare'}
        title="Compare with the main branch"
        size="wide"
        onClose={closeReviewDialog}
      >
        <MainComparisonView sessionId={sessionId} />
      </Dialog>
      <Dialog
        open={isOurs && name === 'deliver'}
        title="Deliver accepted changes"
        size="large"
        onClose={closeReviewDialog}
      >
        <DeliverForm sessionId={sessionId} onDone={closeReviewDialog} />
      </Dialog>
      <Dialog
        open={isOurs && name === 'check'}
        title="Run a command on the chosen changes"
        onClose={closeReviewDialog}
      >
        <CheckForm sessionId={sessionId} onDone={closeReviewDialog} />
      </Dialog>
      <Dialog open={isOurs && name === 'rewind'} title="Rewind files" onClose={closeReviewDialog}>
        <RewindForm sessionId={sessionId} onDone={closeReviewDialog} />
      </Dialog>
      <Dialog
        open={isOurs && name === 'feedback'}
        title="Send to the agent"
        size="large"
        onClose={closeReviewDialog}
      >
        <FeedbackForm sessionId={sessionId} onDone={closeReviewDialog} />
      </Dialog>
    </>
  );
}

interface CommitFormProps {
  readonly sessionId: SessionId;
  readonly kind: 'commit' | 'branch';
}

function CommitForm({ sessionId, kind }: CommitFormProps) {
  const title = titleOf(sessionSummary(sessionId));
  const [message, setMessage] = useState(title);
  const [branch, setBranch] = useState(branchName(title));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useId();
  const count = acceptedFiles(sessionId);
  const glance = useGitGlance(sessionId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    const made =
      kind === 'commit'
        ? call('changes.commit', { sessionId, message })
        : call('changes.applyAsBranch', { sessionId, branch, message });
    made
      .then(
        ({ commit }) => {
          closeReviewDialog();
          refreshGitGlance(sessionId);
          const what = kind === 'commit' ? 'Committed' : `Created branch ${branch} at`;
          showToast({ title: `${what} ${commit.slice(0, 10)}` });
        },
        (error: unknown) => setProblem(errorMessage(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <>
      <DialogBody>
        <form id={form} onSubmit={submit} style={{ display: 'grid', gap: 'var(--space-4)' }}>
          {problem !== null && <Banner tone="danger">{problem}</Banner>}
          {glance && (
            <p style={{ color: 'var(--text-secondary)' }}>
              {kind === 'commit' ? 'Commits to ' : 'Checked out: '}
              <strong>{visibleLine(branchWords(glance))}</strong>.{' '}
              {distanceWords(glance).map(visibleLine).join(' ')}
            </p>
          )}
          {kind === 'branch' && (
            <Field
              label="Branch"
              hint="It starts at the commit that the session began from. Your checked-out branch does not change."
            >
              <TextField
                monospace
                required
                value={branch}
                onChange={(event) => setBranch(event.target.value)}
              />
            </Field>
          )}
          <Field
            label="Message"
            hint={`${counted(count, 'file')} with accepted changes. Nothing else is committed.`}
          >
            <TextArea
              required
              rows={4}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button onClick={closeReviewDialog}>Cancel</Button>
        <Button type="submit" form={form} variant="primary" busy={isBusy}>
          {kind === 'commit' ? 'Commit' : 'Create branch'}
        </Button>
      </DialogFooter>
    </>
  );
}

function acceptedFiles(sessionId: SessionId): number {
  const accepted = (sessionChanges(sessionId)?.changes ?? []).filter(({ hunks }) =>
    hunks.some(({ outcome }) => outcome.state === 'accepted'),
  );
  return new Set(accepted.map(({ change }) => change.path)).size;
}
