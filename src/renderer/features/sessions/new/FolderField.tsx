import { FolderOpen, History } from 'lucide-react';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useRecentFolders } from '#window/state/projects/folderStore';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { IconButton } from '#window/ui/form/IconButton';
import { TextField } from '#window/ui/form/TextField';
import { Menu } from '#window/ui/overlay/Menu';
import styles from './FolderField.module.css';

interface FolderFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  onChange(folder: string): void;
}

export function FolderField({ value, error, onChange }: FolderFieldProps) {
  const recent = useRecentFolders();
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
        {recent.length > 0 && (
          <Menu
            trigger={<IconButton icon={History} label="Recent folders" />}
            items={recent.map((folder) => ({
              kind: 'choice',
              id: folder,
              label: visiblePath(folder),
              checked: folder === value.trim(),
              run: () => onChange(folder),
            }))}
          />
        )}
        <Button icon={FolderOpen} onClick={() => browse().catch(reportError)}>
          Browse…
        </Button>
      </div>
    </Field>
  );
}
