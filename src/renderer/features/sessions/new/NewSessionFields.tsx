import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { worksInCopy } from '#shared/session/isolation';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { ProjectSetupField } from '#window/features/sessions/setup/ProjectSetupField';
import { useAgents } from '#window/state/agents/agentsStore';
import { useSealAvailability } from '#window/state/agents/sealAvailability';
import { cancelWork, useLongWork } from '#window/state/longWork';
import { useSettings } from '#window/state/settingsStore';
import type { StartPrompt } from '#window/state/startPrompt';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import { WorkProgress } from '#window/ui/WorkProgress';
import { AgentField } from './AgentField';
import { AgentOffersField } from './AgentOffersField';
import { BaseField } from './BaseField';
import { FolderField } from './FolderField';
import { IsolationField } from './IsolationField';
import { MoreAgentsField } from './MoreAgentsField';
import styles from './NewSessionFields.module.css';
import { canSeal, type FormErrors, validateForm } from './newSessionForm';
import { editDraft, settleDraft, useNewSessionForm } from './newSessionStore';
import { startFromForm } from './startFromForm';
import { useSessionCount } from './startSettings';
import { TemplatesMenu } from './TemplatesMenu';
import { nextPlaceholder } from './templates';

type Progress =
  | { readonly state: 'editing' | 'starting' }
  | { readonly state: 'failed'; readonly message: string };

interface NewSessionFieldsProps {
  readonly startPrompt: StartPrompt;
  readonly promptRef: RefObject<HTMLTextAreaElement | null>;
  onDone(): void;
}

export function NewSessionFields({ startPrompt, promptRef, onDone }: NewSessionFieldsProps) {
  const form = useNewSessionForm();
  const enterSends = useSettings((settings) => settings.composer.enterSends);
  const { element, errors, clearError, progress, isWaiting, start } = useStart(startPrompt, onDone);
  const isStarting = progress.state === 'starting';
  const agentIds = form.agentId === null ? [] : [form.agentId, ...form.alsoAgentIds];
  const count = useSessionCount(agentIds);

  /** Moves the focus to the first placeholder. */
  const takeTemplate = (prompt: string) => {
    flushSync(() => editDraft({ prompt }));
    promptRef.current?.focus();
    fillIn(promptRef.current, 0);
  };

  const startByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isTab = event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey;
    if (isTab && fillIn(event.currentTarget, event.currentTarget.selectionEnd)) {
      event.preventDefault();
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!enterSends && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    element.current?.requestSubmit();
  };

  return (
    <form ref={element} className={styles.form} noValidate onSubmit={start}>
      <DialogBody>
        {progress.state === 'failed' && <Banner tone="danger">{progress.message}</Banner>}
        <AgentField
          value={form.agentId}
          error={errors.agent}
          onChange={(agentId) => {
            editDraft({ agentId });
            clearError('agent');
          }}
        />
        <MoreAgentsField
          agentId={form.agentId}
          value={form.alsoAgentIds}
          onChange={(alsoAgentIds) => editDraft({ alsoAgentIds })}
        />
        <AgentOffersField agentIds={agentIds} />
        <FolderField
          value={form.folder}
          error={errors.folder}
          onChange={(folder) => {
            editDraft({ folder });
            clearError('folder');
          }}
        />
        <BaseField
          folder={form.folder.trim()}
          canChoose={worksInCopy(form.isolation)}
          value={form.base}
          onChange={(base) => editDraft({ base })}
        />
        <IsolationField
          value={form.isolation}
          agentId={form.agentId}
          error={errors.isolation}
          onChange={(isolation) => {
            editDraft({ isolation });
            clearError('isolation');
          }}
        />
        {worksInCopy(form.isolation) && <ProjectSetupField folder={form.folder.trim()} />}
      </DialogBody>
      <div className={styles.prompt}>
        <Field label="Prompt">
          <startPrompt.Field
            fieldRef={promptRef}
            folder={form.folder}
            text={form.prompt}
            placeholder="What should the agent do? @ mentions files. Leave it empty to write the first prompt later."
            readOnly={isStarting}
            onText={(prompt) => editDraft({ prompt })}
            onKeyDown={startByKey}
          />
        </Field>
      </div>
      {isStarting && <CopyProgress />}
      <DialogFooter>
        <span className={styles.templates}>
          <TemplatesMenu folder={form.folder.trim()} prompt={form.prompt} onChoose={takeTemplate} />
        </span>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isStarting || isWaiting}>
          {count <= 1 ? 'Start' : `Start ${count} sessions`}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Checks the form and starts its sessions. */
function useStart(startPrompt: StartPrompt, onDone: () => void) {
  const form = useNewSessionForm();
  const seal = useSealAvailability();
  const [errors, setErrors] = useState<FormErrors>({});
  const [progress, setProgress] = useState<Progress>({ state: 'editing' });
  const element = useRef<HTMLFormElement>(null);
  const areAgentsKnown = useAgents() !== null;
  /** The user pressed Start before main had reported the agents; starting continues afterwards. */
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting || !areAgentsKnown) return;
    setWaiting(false);
    element.current?.requestSubmit();
  }, [isWaiting, areAgentsKnown]);
  /** The dialog may be closed, and opened for another session, before this session has started. */
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (progress.state === 'starting') return;
    if (!areAgentsKnown) {
      setWaiting(true);
      return;
    }
    const found = validateForm(form, seal);
    // Rendered at once, so that the first invalid field can be found and focused.
    flushSync(() => setErrors(found));
    if (form.agentId === null || Object.values(found).some((error) => error !== undefined)) {
      focusInvalid(element.current);
      return;
    }
    const folder = form.folder.trim();
    const content = startPrompt.content(form.prompt, folder);
    const choice = { ...form, agentId: form.agentId, folder, content };
    // Rendered at once, so that a second press of the key starts nothing.
    flushSync(() => setProgress({ state: 'starting' }));
    try {
      await startFromForm(choice);
      const isUsedUp = settleDraft(choice, form.prompt, canSeal(seal));
      if (isUsedUp) startPrompt.clear();
      if (isShown.current) onDone();
    } catch (error) {
      if (isShown.current) setProgress({ state: 'failed', message: errorMessage(error) });
      else reportError(error);
    }
  };
  const clearError = (name: keyof FormErrors) => setErrors({ ...errors, [name]: undefined });
  return { element, errors, clearError, progress, isWaiting, start };
}

/** The progress of copying, because the dialog covers the place where it is usually shown. */
function CopyProgress() {
  return useLongWork().map(({ id, title, detail, progress, canCancel }) => (
    <WorkProgress
      key={id}
      title={title}
      detail={detail}
      progress={progress}
      onCancel={canCancel ? () => cancelWork(id) : undefined}
    />
  ));
}

/** Focuses the first invalid field, or the first choice in an invalid group. */
function focusInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const choice = field?.querySelector<HTMLElement>('[role="radio"]:not([aria-disabled="true"])');
  (choice ?? field)?.focus();
}

/** Selects the next placeholder of a template; false if there is none. */
function fillIn(field: HTMLTextAreaElement | null, from: number): boolean {
  const place = field && nextPlaceholder(field.value, from);
  if (!place) return false;
  field.setSelectionRange(place.start, place.end);
  return true;
}
