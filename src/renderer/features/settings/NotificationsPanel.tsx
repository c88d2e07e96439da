import { useSettings } from '../../state/settingsStore';
import { SwitchRow } from './SwitchRow';

export function NotificationsPanel() {
  const { enabled, sound } = useSettings((settings) => settings.notifications);
  return (
    <>
      <SwitchRow
        label="Notify me"
        description="When an agent waits for you or is done, and the window is not in front."
        path={['notifications', 'enabled']}
        checked={enabled}
      />
      <SwitchRow
        label="Play a sound"
        description="With each notification."
        path={['notifications', 'sound']}
        checked={sound}
        disabled={!enabled}
      />
    </>
  );
}
