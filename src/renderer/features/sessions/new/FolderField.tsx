import { FolderOpen, GitBranch, History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useRecentFolders } from '#window/state/folderStore';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { IconButton } from '#window/ui/form/IconButton';
import { TextField } from '#window/ui/form/TextField';
import { Icon } from '#window/ui/Icon';
import { Menu } from '#window/ui/overlay/Menu';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './FolderField.module.css';

interface FolderFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  onChange(folder: string): void;
}

export function FolderField({ value, error, onChange }: FolderFieldProps) {
  const recent = useRecentFolders();
  const branch = useBranch(value.trim());
  const browse = async () => {
    const { folder } = await call('app.pickFolder', null);
    if (folder !== null) onChange(folder);
  };
  return (
    <>
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
      {branch !== null && (
        <p className={styles.branch}>
          <Icon icon={GitBranch} size="small" />
          On <code className={styles.name}>{visibleLine(branch)}</code>
        </p>
      )}
    </>
  );
}

/** The branch that the folder is on, once it is known. */
function useBranch(folder: string): string | null {
  const [found, setFound] = useState<{ readonly folder: string; readonly branch: string | null }>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      call('projects.branch', { folder }).then(
        ({ branch }) => isCurrent && setFound({ folder, branch }),
        // A path that is still being typed is no error.
        () => undefined,
      );
    }, TYPING_MILLISECONDS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [folder]);
  return found?.folder === folder ? found.branch : null;
}

/** Long enough that not every letter of a path is looked up. */
const TYPING_MILLISECONDS = 200;
