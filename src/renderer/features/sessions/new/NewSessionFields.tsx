import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { worksInCopy } from '#shared/session/isolation';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { ProjectSetupField } from '#window/features/sessions/setup/ProjectSetupField';
import { useSettings } from '#window/state/settingsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { TextArea } from '#window/ui/form/TextArea';
import { DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import { AgentField } from './AgentField';
import { AgentOffersField } from './AgentOffersField';
import { FolderField } from './FolderField';
import { IsolationField } from './IsolationField';
import { MoreAgentsField } from './MoreAgentsField';
import styles from './NewSessionFields.module.css';
import { type FormErrors, validateForm } from './newSessionForm';
import { editDraft, settleDraft, useNewSessionForm } from './newSessionStore';
import { startFromForm } from './startFromForm';

type Progress =
  | { readonly state: 'editing' | 'starting' }
  | { readonly state: 'failed'; readonly message: string };

interface NewSessionFieldsProps {
  readonly promptRef: RefObject<HTMLTextAreaElement | null>;
  onDone(): void;
}

export function NewSessionFields({ promptRef, onDone }: NewSessionFieldsProps) {
  const form = useNewSessionForm();
  const enterSends = useSettings((settings) => settings.composer.enterSends);
  const [errors, setErrors] = useState<FormErrors>({});
  const [progress, setProgress] = useState<Progress>({ state: 'editing' });
  const element = useRef<HTMLFormElement>(null);

  const start = async (event: FormEvent) => {
    event.preventDefault();
    const found = validateForm(form);
    // Rendered at once, so that the first invalid field can be found and focused.
    flushSync(() => setErrors(found));
    if (form.agentId === null || found.folder !== undefined) {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    const choice = { ...form, agentId: form.agentId, folder: form.folder.trim() };
    setProgress({ state: 'starting' });
    try {
      await startFromForm(choice);
      settleDraft(choice);
      onDone();
    } catch (error) {
      setProgress({ state: 'failed', message: errorMessage(error) });
    }
  };

  const startByKey = (event: KeyboardEvent) => {
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
            setErrors({ ...errors, agent: undefined });
          }}
        />
        <MoreAgentsField
          agentId={form.agentId}
          value={form.alsoAgentIds}
          onChange={(alsoAgentIds) => editDraft({ alsoAgentIds })}
        />
        <AgentOffersField
          agentIds={form.agentId === null ? [] : [form.agentId, ...form.alsoAgentIds]}
        />
        <FolderField
          value={form.folder}
          error={errors.folder}
          onChange={(folder) => {
            editDraft({ folder });
            setErrors({ ...errors, folder: undefined });
          }}
        />
        <IsolationField value={form.isolation} onChange={(isolation) => editDraft({ isolation })} />
        {worksInCopy(form.isolation) && <ProjectSetupField folder={form.folder.trim()} />}
        <Field label="Prompt">
          <TextArea
            ref={promptRef}
            value={form.prompt}
            placeholder="What should the agent do? Leave it empty to write the first prompt later."
            onChange={(event) => editDraft({ prompt: event.target.value })}
            onKeyDown={startByKey}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={progress.state === 'starting'}>
          {form.alsoAgentIds.length === 0
            ? 'Start'
            : `Start ${form.alsoAgentIds.length + 1} sessions`}
        </Button>
      </DialogFooter>
    </form>
  );
}
