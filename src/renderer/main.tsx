import './ui/tokens.css';
import './ui/fonts.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { listenForAnswers } from './app/answerKeys';
import { followAppearance } from './app/appearance';
import { CrashScreen } from './app/CrashScreen';
import { appCommands } from './app/commands/appCommands';
import { obeyOutsideCommands } from './app/commands/outsideCommands';
import { paneCommands } from './app/commands/paneCommands';
import { sessionCommands } from './app/commands/sessionCommands';
import { allowOwnWorkers } from './app/trustedTypes';
import { commands, listenForKeys } from './commands/commands';
import { errorDetails, errorMessage } from './diagnostics/errorDetails';
import { reportError, reportUncaughtErrors, setErrorSink } from './diagnostics/reportError';
import { createComposerCommands } from './features/composer/composerCommands';
import { reviewCommands } from './features/review/reviewCommands';
import { createThreadCommands } from './features/thread/threadCommands';
import { followAgents } from './state/agents/agentsStore';
import { loadAppInfo } from './state/appInfoStore';
import { activeSession } from './state/layout/panes';
import { followSeen } from './state/seen';
import { followChangedLines } from './state/session/changedLines';
import { followCollisions } from './state/session/collisions';
import { followSessions, sessionsStore } from './state/session/sessionsStore';
import { followStandings } from './state/session/standings';
import { loadSettings } from './state/settingsStore';
import { followUnfinished } from './state/unfinishedTexts';
import { waitingSessions } from './state/waiting';
import { showToast } from './ui/overlay/toasts';

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
  listenForAnswers(window);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  followAgents();
  followSessions();
  followSeen();
  followUnfinished();
  followChangedLines();
  followCollisions();
  followStandings();
  followTitle();
  obeyOutsideCommands();
}

/** Shows errors that have no better place as toasts. */
function showErrorToast(error: unknown): void {
  const title = errorMessage(error);
  showToast({
    // A repeated error replaces itself instead of filling the screen.
    id: `error: ${title}`,
    title,
    tone: 'danger',
    action: {
      label: 'Copy details',
      run: () => navigator.clipboard.writeText(errorDetails(error)).catch(reportError),
    },
  });
}

/**
 * Puts the number of waiting sessions into the window's title, which task bars without badges show.
 */
function followTitle(): void {
  sessionsStore.subscribe(({ sessions }) => {
    const count = waitingSessions(sessions?.values()).length;
    document.title = count === 0 ? 'Airlock' : `(${count}) Airlock`;
  });
}
