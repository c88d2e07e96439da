import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { feedbackText, sendFeedback } from '#window/features/review/model/feedback/feedback';
import { isMac } from '#window/state/appInfoStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { TextArea } from '#window/ui/form/TextArea';
import { DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';

interface FeedbackFormProps {
  readonly sessionId: SessionId;
  onDone(): void;
}

/**
 * The prompt made from comments and rejections, which the user can read and change before sending.
 */
export function FeedbackForm({ sessionId, onDone }: FeedbackFormProps) {
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useId();
  useEffect(() => {
    let isCurrent = true;
    feedbackText(sessionId).then((composed) => isCurrent && setText(composed ?? ''), reportError);
    return () => {
      isCurrent = false;
    };
  }, [sessionId]);
  const send = () => {
    if (text === null || text.trim() === '') return;
    setBusy(true);
    setProblem(null);
    sendFeedback(sessionId, text)
      .then(onDone, (error: unknown) => setProblem(errorMessage(error)))
      .finally(() => setBusy(false));
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(isMac() ? event.metaKey : event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <>
      <DialogBody>
        <form
          id={form}
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          {problem !== null && <Banner tone="danger">{problem}</Banner>}
          <Field
            label="Message"
            hint="This is sent to the agent as your next prompt. Your comments are then removed from the review."
          >
            <TextArea
              required
              rows={16}
              value={text ?? ''}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={pressKey}
            />
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          form={form}
          variant="primary"
          busy={isBusy}
          disabled={text === null || text.trim() === ''}
        >
          Send
        </Button>
      </DialogFooter>
    </>
  );
}
