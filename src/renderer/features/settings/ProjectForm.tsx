import { useState } from 'react';
import type { ProjectSettings, SettingChange } from '#shared/settings';
import { visiblePath } from '#shared/text/visiblePath';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import { folderName } from '#window/state/projects/folderName';
import { settingsStore } from '#window/state/settingsStore';
import { Checkbox } from '#window/ui/form/Checkbox';
import styles from './AgentForm.module.css';
import { linesOf } from './agentFields';
import { SettingsForm } from './form/SettingsForm';
import { HostsField } from './HostsField';

interface ProjectFormProps {
  readonly project: string;
  onDone(): void;
}

/**
 * The hosts that sealed sessions of a project may reach, and the condition for accepting changes.
 */
export function ProjectForm({ project, onDone }: ProjectFormProps) {
  const [before] = useState(() => settingsStore.getState().settings.projects[project] ?? {});
  const [isLimited, setIsLimited] = useState(before.onlyHosts ?? false);
  const [onlyGreen, setOnlyGreen] = useState(before.acceptOnlyWhenGreen ?? false);
  const [hosts, setHosts] = useState((before.hosts ?? []).join('\n'));
  const save = async () => {
    const lines = linesOf(hosts).map((line) => line.trim());
    const changes = changesOf(project, before, {
      ...(isLimited && { onlyHosts: true }),
      ...(onlyGreen && { acceptOnlyWhenGreen: true }),
      ...(lines.length > 0 && { hosts: [...new Set(lines)] }),
    });
    const notice = { id: `project:${project}`, title: `${folderName(project)} was changed` };
    if (changes.length > 0) await changeWithUndo(notice, changes);
    return true;
  };
  return (
    <SettingsForm
      name="Edit project"
      title={folderName(project)}
      submit="Save"
      save={save}
      onDone={onDone}
    >
      <code className={styles.place}>{visiblePath(project)}</code>
      <div className={styles.checks}>
        <Checkbox
          label="Limit this project’s sealed sessions to these hosts"
          checked={isLimited}
          onChange={setIsLimited}
        />
      </div>
      <HostsField
        value={hosts}
        hint={
          isLimited
            ? 'The hosts of the agent’s own list are added. Running agents must be restarted.'
            : 'They apply to agents that have a list of their own; others reach every host.'
        }
        onChange={setHosts}
      />
      <div className={styles.checks}>
        <Checkbox
          label="Accept changes only when the project’s checks have passed on them"
          checked={onlyGreen}
          onChange={setOnlyGreen}
        />
      </div>
    </SettingsForm>
  );
}

/** Only the differences, so that comments and other keys in the file stay. */
function changesOf(
  project: string,
  before: ProjectSettings,
  after: ProjectSettings,
): readonly SettingChange[] {
  const changes: SettingChange[] = [];
  if ((before.onlyHosts ?? false) !== (after.onlyHosts ?? false)) {
    changes.push({ path: ['projects', project, 'onlyHosts'], value: after.onlyHosts });
  }
  if ((before.acceptOnlyWhenGreen ?? false) !== (after.acceptOnlyWhenGreen ?? false)) {
    const path = ['projects', project, 'acceptOnlyWhenGreen'];
    changes.push({ path, value: after.acceptOnlyWhenGreen });
  }
  if ((before.hosts ?? []).join('\n') !== (after.hosts ?? []).join('\n')) {
    changes.push({ path: ['projects', project, 'hosts'], value: after.hosts });
  }
  return changes;
}
