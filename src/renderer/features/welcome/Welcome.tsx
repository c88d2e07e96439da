import { FlaskConical, FolderOpen, Plus } from 'lucide-react';
import { visiblePath } from '#shared/text/visiblePath';
import { commands, useShortcut } from '#window/commands/commands';
import { folderName } from '#window/state/projects/folderName';
import { useCurrentFolder } from '#window/state/projects/folderStore';
import { Button } from '#window/ui/form/Button';
import { Logo } from '#window/ui/Logo';
import { Kbd } from '#window/ui/text/Kbd';
import { AgentsHere } from './AgentsHere';
import { RecentFolders } from './RecentFolders';
import { Steps } from './Steps';
import styles from './Welcome.module.css';

const hinted = [
  { id: 'session.new', text: 'New session' },
  { id: 'palette.show', text: 'All commands' },
  { id: 'sidebar.toggle', text: 'Sidebar' },
  { id: 'settings.show', text: 'Settings' },
] as const;

function KeyHints() {
  return (
    <dl className={styles.hints}>
      {hinted.map((hint) => (
        <Hint key={hint.id} {...hint} />
      ))}
    </dl>
  );
}

function Hint({ id, text }: (typeof hinted)[number]) {
  const shortcut = useShortcut(id);
  if (shortcut === undefined) return null;
  return (
    <div className={styles.hint}>
      <dt>{text}</dt>
      <dd>
        <Kbd shortcut={shortcut} />
      </dd>
    </div>
  );
}

/** The content of the window while no session is open. */
export function Welcome() {
  const folder = useCurrentFolder();
  return (
    <div className={styles.scroller}>
      <div className={styles.content}>
        <Logo size={44} />
        {folder === null ? (
          <>
            <h1 className={styles.title}>Nothing lands unseen</h1>
            <p className={styles.lead}>
              Run many coding agents side by side, each in a copy of your project. What they change
              there reaches your files only after you have seen it and said yes. Where your system
              supports it, they are sealed in their copies.
            </p>
          </>
        ) : (
          <>
            <h1 className={styles.title}>{folderName(folder)}</h1>
            <p className={styles.path}>{visiblePath(folder)}</p>
          </>
        )}
        {folder === null ? <OpenFolder /> : <StartHere />}
        <Steps />
        <AgentsHere />
        <RecentFolders />
        <KeyHints />
      </div>
    </div>
  );
}

function OpenFolder() {
  const shortcut = useShortcut('folder.open');
  return (
    <div className={styles.actions}>
      <Button
        variant="primary"
        size="large"
        icon={FolderOpen}
        aria-keyshortcuts={shortcut?.aria}
        onClick={() => commands.run('folder.open')}
      >
        Open a folder
      </Button>
      <Button size="large" icon={FlaskConical} onClick={() => commands.run('sample.try')}>
        Try it on a sample project
      </Button>
    </div>
  );
}

function StartHere() {
  return (
    <div className={styles.actions}>
      <Button
        variant="primary"
        size="large"
        icon={Plus}
        onClick={() => commands.run('session.new')}
      >
        Give an agent a task
      </Button>
      <Button size="large" icon={FolderOpen} onClick={() => commands.run('folder.open')}>
        Open another folder
      </Button>
    </div>
  );
}
