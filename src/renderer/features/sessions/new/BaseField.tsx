import { GitBranch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { baseName, type CopyBase } from '#shared/project/copyBase';
import { call } from '#window/ipc/client';
import { Combobox, type ComboboxOption } from '#window/ui/form/Combobox';
import { Field } from '#window/ui/form/Field';
import { Icon } from '#window/ui/Icon';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './BaseField.module.css';

interface BaseFieldProps {
  readonly folder: string;
  /** False in place, where the branch is only shown. */
  readonly canChoose: boolean;
  readonly value: string | null;
  onChange(base: string | null): void;
}

/** The value for the user's own files, which is not the name of a ref. */
const OWN_FILES = '';

/** The branch that a folder is on, and the base of a copy. */
export function BaseField({ folder, canChoose, value, onChange }: BaseFieldProps) {
  const { branch, bases } = useBranches(folder);
  if (branch === null) return null;
  const name = visibleLine(branch);
  if (!canChoose || bases.length === 0) {
    return (
      <p className={styles.branch}>
        <Icon icon={GitBranch} size="small" />
        On <code className={styles.name}>{name}</code>
      </p>
    );
  }
  const own = { value: OWN_FILES, label: `Your files as they are now, on ${name}` };
  const options: ComboboxOption<string>[] = [own, ...bases.map(optionOf)];
  const chosen = options.find((option) => option.value === (value ?? OWN_FILES)) ?? own;
  const hint =
    chosen.value === OWN_FILES
      ? undefined
      : `The copy has ${chosen.label} as committed, without your uncommitted changes. What you accept is merged into your own files, on ${name}; conflicts are shown.`;
  return (
    <Field label="Copy from" hint={hint}>
      <Combobox
        value={chosen}
        options={options}
        emptyText="No branch or tag has this name."
        onChange={(option) => onChange(option?.value || null)}
      />
    </Field>
  );
}

function optionOf({ ref, kind }: CopyBase): ComboboxOption<string> {
  return { value: ref, label: visibleLine(baseName(ref)), detail: kind };
}

interface Branches {
  readonly branch: string | null;
  readonly bases: readonly CopyBase[];
}

const none: Branches = { branch: null, bases: [] };

/** The branches of a folder, once they are known. */
function useBranches(folder: string): Branches {
  const [found, setFound] = useState<Branches & { readonly folder: string }>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      const asking = [
        call('projects.branch', { folder }),
        call('sessions.bases', { folder }),
      ] as const;
      Promise.all(asking).then(
        ([{ branch }, bases]) => isCurrent && setFound({ folder, branch, bases }),
        // A path that is still being typed is not an error.
        () => undefined,
      );
    }, TYPING_MILLISECONDS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [folder]);
  return found?.folder === folder ? found : none;
}

/** Long enough that the branches are not requested for each letter of a path. */
const TYPING_MILLISECONDS = 200;
