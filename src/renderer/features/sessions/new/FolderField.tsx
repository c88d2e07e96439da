import { FolderOpen } from 'lucide-react';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { TextField } from '#window/ui/form/TextField';
import styles from './NewSessionFields.module.css';

interface FolderFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  onChange(folder: string): void;
}

export function FolderField({ value, error, onChange }: FolderFieldProps) {
  const browse = async () => {
    const { folder } = await call('app.pickFolder', null);
    if (folder !== null) onChange(folder);
  };
  return (
    <Field label="Folder" error={error}>
      <div className={styles.folder}>
        <TextField
          monospace
          value={value}
          placeholder="/path/to/project"
          onChange={(event) => onChange(event.target.value)}
        />
        <Button icon={FolderOpen} onClick={() => browse().catch(reportError)}>
          Browse…
        </Button>
      </div>
    </Field>
  );
}
