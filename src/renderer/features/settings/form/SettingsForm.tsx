import { type FormEvent, type ReactNode, useState } from 'react';
import { errorMessage } from '#window/diagnostics/errorDetails';
import styles from '#window/features/settings/AgentForm.module.css';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';

interface SettingsFormProps {
  /** What the form does, such as "Edit agent". */
  readonly name: string;
  /** The heading; the name by default. */
  readonly title?: string;
  /** The name of the button that saves. */
  readonly submit: string;
  /** Further buttons, beside those that save and cancel. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /**
   * False: nothing was saved, and the fields say what is wrong. An error that it throws is shown
   * above the buttons.
   */
  save(): Promise<boolean>;
  onDone(): void;
}

/** A form for one entry of settings.json. */
export function SettingsForm({
  name,
  title = name,
  submit,
  actions,
  children,
  save,
  onDone,
}: SettingsFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    try {
      if (await save()) onDone();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <form className={styles.form} aria-label={name} noValidate onSubmit={onSubmit}>
      <h3 className={styles.title}>{title}</h3>
      {children}
      {/* Beside the button that was pressed, because the top of a long form is out of sight. */}
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          {submit}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        {actions}
      </div>
    </form>
  );
}
