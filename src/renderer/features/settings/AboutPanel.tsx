import { Copy, FileCog, FolderOpen } from 'lucide-react';
import { commands } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { useAppInfo } from '#window/state/appInfoStore';
import { Button } from '#window/ui/form/Button';
import { Logo } from '#window/ui/Logo';
import { showToast } from '#window/ui/overlay/toasts';
import styles from './AboutPanel.module.css';

export function AboutPanel() {
  const info = useAppInfo();
  const facts = [
    ['Version', info.isTrial ? `${info.version} (trial package, not a release)` : info.version],
    ['Electron', info.electron],
    ['Node', info.node],
    ['Platform', info.platform],
    ['Settings', info.settingsPath],
    ['Logs', info.logFolder],
  ] as const;
  const copy = async () => {
    await navigator.clipboard.writeText(facts.map((fact) => fact.join(': ')).join('\n'));
    showToast({ title: 'Copied' });
  };
  return (
    <div className={styles.about}>
      <div className={styles.head}>
        <Logo size={40} />
        <div>
          <h3 className={styles.name}>Airlock</h3>
          <p className={styles.line}>No account, no telemetry. Apache-2.0.</p>
        </div>
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt className={styles.term}>{name}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button icon={FileCog} onClick={() => commands.run('settings.openFile')}>
          Open settings file
        </Button>
        <Button icon={FolderOpen} onClick={() => commands.run('logs.open')}>
          Open log folder
        </Button>
        <Button icon={Copy} onClick={() => copy().catch(reportError)}>
          Copy
        </Button>
      </div>
    </div>
  );
}
