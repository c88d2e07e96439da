import { Pencil } from 'lucide-react';
import type { ProjectSettings } from '#shared/settings';
import { counted } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { settingsSection } from '#window/state/layout/settingsSection';
import { folderName } from '#window/state/projects/folderName';
import { useSessions } from '#window/state/session/sessionsStore';
import { useSettings } from '#window/state/settingsStore';
import { IconButton } from '#window/ui/form/IconButton';
import styles from './AgentsPanel.module.css';
import { ProjectForm } from './ProjectForm';

/** Projects that have sessions or settings, each with the hosts for its sealed sessions. */
export function ProjectsPanel() {
  const settings = useSettings(({ projects }) => projects);
  const sessions = [...(useSessions()?.values() ?? [])];
  const form = settingsSection.useProjectForm();
  if (form !== null) {
    return (
      <div className={styles.adding}>
        <ProjectForm
          key={form}
          project={form}
          onDone={() => settingsSection.showProjectForm(null)}
        />
      </div>
    );
  }
  const latest = sessions.toSorted((one, other) => other.updatedAt - one.updatedAt);
  const projects = new Set([...latest.map(({ project }) => project), ...Object.keys(settings)]);
  if (projects.size === 0) {
    return <p className={styles.empty}>A project is listed here once you start a session in it.</p>;
  }
  return (
    <>
      <ul className={styles.list}>
        {[...projects].map((project) => (
          <li key={project} className={styles.agent}>
            <div className={styles.facts}>
              <span className={styles.name}>{folderName(project)}</span>
              <code className={styles.command}>{visiblePath(project)}</code>
              <span className={styles.shipped}>{networkOf(settings[project])}</span>
            </div>
            <IconButton
              icon={Pencil}
              label={`Edit ${folderName(project)}`}
              onClick={() => settingsSection.showProjectForm(project)}
            />
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        Projects are kept under “projects” in settings.json. Their host lists apply to sealed
        sessions.
      </p>
    </>
  );
}

function networkOf({ hosts = [], onlyHosts }: ProjectSettings = {}): string {
  if (onlyHosts) {
    return hosts.length === 0
      ? 'Network: only the agent’s own hosts'
      : `Network: only ${counted(hosts.length, 'host')} and the agent’s own`;
  }
  return hosts.length === 0
    ? 'Network: open, unless the agent has a list of hosts'
    : `Network: open, unless the agent has a list of hosts; then also ${counted(hosts.length, 'host')} of this project`;
}
