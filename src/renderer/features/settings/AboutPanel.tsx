import { Copy, FileCog, FolderOpen, RefreshCw } from 'lucide-react';
import { commands } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { useAppInfo } from '#window/state/appInfoStore';
import { updateSetting, useSettings } from '#window/state/settingsStore';
import { useUpdates } from '#window/state/updates';
import { Button } from '#window/ui/form/Button';
import { Select } from '#window/ui/form/Select';
import { Logo } from '#window/ui/Logo';
import { showToast } from '#window/ui/overlay/toasts';
import styles from './AboutPanel.module.css';
import { SettingRow } from './SettingRow';

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
      <UpdatesRow />
      <div className={styles.actions}>
        <Button icon={RefreshCw} onClick={() => commands.run('updates.check')}>
          Check for Airlock updates
        </Button>
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

const updateSettings = [
  { value: 'notify', label: 'Notify me' },
  { value: 'off', label: 'Off' },
] as const;

function UpdatesRow() {
  const chosen = useSettings((settings) => settings.updates);
  const state = useUpdates();
  return (
    <SettingRow
      label="Check for updates automatically"
      description={
        state.type === 'unavailable'
          ? 'This build does not check for updates, whatever is chosen here.'
          : 'When Airlock starts and once a day. Nothing is downloaded or installed until you say so.'
      }
    >
      <Select
        label="Check for updates automatically"
        value={chosen}
        options={updateSettings}
        onChange={(next) => updateSetting(['updates'], next)}
      />
    </SettingRow>
  );
}
