import './ui/tokens.css';
import './ui/fonts.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { appCommands } from './app/appCommands';
import { followAppearance } from './app/appearance';
import { CrashScreen } from './app/CrashScreen';
import { showErrorToast } from './app/errorToast';
import { obeyOutsideCommands } from './app/outsideCommands';
import { paneCommands } from './app/paneCommands';
import { sessionCommands } from './app/sessionCommands';
import { allowOwnWorkers } from './app/trustedTypes';
import { followTitle } from './app/windowTitle';
import { commands, listenForKeys } from './commands/commands';
import { reportUncaughtErrors, setErrorSink } from './diagnostics/reportError';
import { createComposerCommands } from './features/composer/composerCommands';
import { reviewCommands } from './features/review/reviewCommands';
import { createThreadCommands } from './features/thread/threadCommands';
import { followAgents } from './state/agentsStore';
import { loadAppInfo } from './state/appInfoStore';
import { followChangedLines } from './state/changedLines';
import { activeSession } from './state/panes';
import { followSeen } from './state/seen';
import { followSessions } from './state/sessionsStore';
import { loadSettings } from './state/settingsStore';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);

allowOwnWorkers();
reportUncaughtErrors();
start().catch((error: unknown) => root.render(<CrashScreen error={error} />));

/** Drawing waits for one round trip to main, so that nothing is drawn in the wrong theme. */
async function start(): Promise<void> {
  await Promise.all([loadSettings(), loadAppInfo()]);
  followAppearance(document.documentElement);
  setErrorSink(showErrorToast);
  const active = () => activeSession() ?? undefined;
  commands.register([
    ...appCommands,
    ...sessionCommands,
    ...paneCommands,
    ...createThreadCommands(active),
    ...createComposerCommands(active),
    ...reviewCommands,
  ]);
  listenForKeys(window);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  followAgents();
  followSessions();
  followSeen();
  followChangedLines();
  followTitle();
  obeyOutsideCommands();
}
