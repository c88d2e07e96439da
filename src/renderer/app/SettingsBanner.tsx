import { commands } from '../commands/commands';
import { useSettingsProblems } from '../state/settingsStore';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';

/** Says that settings.json is broken, until it is not. */
export function SettingsBanner() {
  const problems = useSettingsProblems();
  const [first, ...others] = problems;
  if (first === undefined) return null;
  return (
    <header>
      <Banner
        tone="danger"
        shape="strip"
        actions={
          <Button size="small" onClick={() => commands.run('settings.openFile')}>
            Open settings file
          </Button>
        }
      >
        <strong>settings.json</strong>, line {first.line}, column {first.column}: {first.message}
        {others.length > 0 && ` (and ${others.length} more)`}
      </Banner>
    </header>
  );
}
