import { dirname, join } from 'node:path';
import { app, net, safeStorage, shell } from 'electron';
import { DEMO_AGENT_ID } from '#main/agents/agentCatalogue';
import type { SessionId } from '#shared/ids';
import { createShellEnvironment } from './agents/process/environment/shellEnvironment';
import { openInEditor } from './app/open/openInEditor';
import type { Paths } from './app/paths';
import type { SettingsStore } from './app/settings/settings';
import type { Shutdown } from './app/shutdown';
import type { FileProblems } from './base/files/fileProblems';
import type { Logger } from './base/log/logger';
import { trustedFetch } from './base/network/trustedFetch';
import { ownNode, PROGRAMS_FOLDER } from './base/process/ownNode';
import type { SecretBox } from './base/secrets/secretBox';
import { Collisions } from './host/compare/collisions';
import { MovedBases } from './host/compare/movedBases';
import { Inspector } from './host/inspector/inspector';
import { pickTarget } from './ipc/appHandlers';
import { type Broadcast, broadcastSessions, Subscriptions } from './ipc/broadcast';
import type { SessionServices } from './ipc/requests/sessionRequests';
import { PROBE_MEGABYTES } from './mcp/limits';
import { McpSecrets } from './mcp/mcpSecrets';
import { createPtys, startTerminals } from './startTerminals';
import type { CheckTerminals } from './terminals/checkTerminals';
import type { SetupTerminals } from './terminals/setupTerminals';
import { watchAttention } from './watchAttention';

export interface StartSessionsOptions {
  readonly settings: SettingsStore;
  readonly paths: Paths;
  /** Records our own files that cannot be read. */
  readonly files: FileProblems;
  readonly logger: Logger;
  readonly broadcast: Broadcast;
  readonly shutdown: Shutdown;
  /** Called when the user clicked a note about this session. */
  showSession(sessionId: SessionId): void;
}

/** Starts agents and sessions after the window, and reports them to the window. */
export async function startSessions(options: StartSessionsOptions): Promise<SessionServices> {
  const { settings, paths, files, logger, broadcast, shutdown } = options;
  // Loaded only now, so that the first paint does not wait for the protocol's code.
  const { createEngine } = await import('./engine/engine');
  const environment = createShellEnvironment();
  const ptys = createPtys(logger);
  const node = ownNode();
  const setups = Promise.withResolvers<SetupTerminals>();
  const checkTerminals = Promise.withResolvers<CheckTerminals>();
  const {
    host,
    atHand,
    agentChecks,
    secrets,
    projects,
    checks,
    delivery,
    provenance,
    unfinished,
    permissions,
    mcp,
    trash,
    works,
    trace,
    shutDown,
  } = await createEngine({
    dataFolder: paths.data,
    ownFolder: dirname(paths.settings),
    clientVersion: app.getVersion(),
    demoAgent: {
      id: DEMO_AGENT_ID,
      name: 'Airlock Demo',
      command: node.file,
      args: [programFile('demo-agent')],
      env: node.env,
      wire: 'acp',
    },
    socketBridge: {
      command: node.file,
      args: [programFile('socket-bridge')],
      env: node.env,
    },
    mcpProbe: {
      command: node.file,
      args: [`--max-old-space-size=${PROBE_MEGABYTES}`, programFile('mcp-probe')],
      // A proxy may be the only way out of a sealed session.
      env: { ...node.env, NODE_USE_ENV_PROXY: '1' },
    },
    files,
    searchWorker: join(import.meta.dirname, 'search-worker.js'),
    logger,
    ptys,
    runSetup: async (wish) => (await setups.promise).run(wish),
    runCheck: async (check) => (await checkTerminals.promise).run(check),
    traceFolder: paths.traces,
    settings: () => settings.value,
    environment,
    secretBox: systemSecretBox,
    // Chromium's fetch knows the system's proxy and certificates.
    fetch: trustedFetch(
      (input, init) => net.fetch(input as string, init),
      (input, init) => globalThis.fetch(input, init),
    ),
  });
  atHand.onDidChange(() => broadcast.send('agents.changed', null));
  atHand.onDidChangeCatalogue(() => broadcast.send('agents.catalogueChanged', null));
  secrets.onDidChange((id) => broadcast.send('agents.environmentChanged', { id }));
  agentChecks.onDidChange((id) => broadcast.send('agents.checkChanged', { id }));
  atHand.look();
  settings.onDidChange(() => atHand.lookForNew());
  const subscriptions = new Subscriptions();
  const terminals = await startTerminals({ ...options, ptys, host, subscriptions, environment });
  setups.resolve(terminals.setups);
  checkTerminals.resolve(terminals.checks);
  checks.onDidChange((sessionId) => broadcast.send('checks.changed', { sessionId }));
  // The newest task runs first: sessions end before the terminals in which their commands run.
  shutdown.before(shutDown);
  broadcastSessions(host, broadcast, subscriptions);
  const collisions = new Collisions(host);
  shutdown.before(async () => collisions.dispose());
  collisions.onDidChange((news) => broadcast.send('compare.collided', news));
  const movedBases = new MovedBases(host);
  shutdown.before(async () => movedBases.dispose());
  movedBases.onDidChange((news) => broadcast.send('refresh.moved', news));
  const inspector = new Inspector((id) => host.open(id));
  shutdown.before(async () => inspector.dispose());
  inspector.onDidHear(({ windowId, sessionId, wire }) => {
    const isFor = (id: number) => id === windowId;
    if (wire === null) broadcast.send('inspector.changed', { sessionId }, isFor);
    else broadcast.send('inspector.frames', { sessionId, ...wire }, isFor);
  });
  const attention = watchAttention({
    host,
    settings: () => settings.value,
    onClick: options.showSession,
  });
  shutdown.before(async () => attention.dispose());
  works.onDidChange(() => broadcast.send('work.changed', works.list()));
  trash.onDidChange(() => broadcast.send('storage.changed', null));
  permissions.onDidChange((list) => broadcast.send('permissions.changed', list));
  return {
    host,
    collisions,
    movedBases,
    atHand,
    agentChecks,
    secrets,
    moveSecrets: (id) =>
      secrets.move(id, settings.value.agents[id]?.env ?? {}, (names) =>
        settings.update(names.map((name) => ({ path: ['agents', id, 'env', name] }))),
      ),
    permissions,
    mcp,
    mcpSecrets: new McpSecrets({
      store: secrets,
      servers: () => settings.value.mcpServers,
      update: (changes) => settings.update(changes),
    }),
    subscriptions,
    pickTarget,
    projects,
    checks,
    delivery,
    provenance,
    unfinished,
    trash,
    works,
    files,
    inspector,
    trace,
    terminals,
    showInFolder: (path) => shell.showItemInFolder(path),
    openInEditor: async (path, line) =>
      openInEditor(settings.value.editor.command, (await environment()).variables, path, line),
  };
}

/** An installed program is next to its Node, which cannot read the app's archive. */
function programFile(name: 'demo-agent' | 'mcp-probe' | 'socket-bridge'): string {
  return app.isPackaged
    ? join(process.resourcesPath, PROGRAMS_FOLDER, `${name}.mjs`)
    : join(import.meta.dirname, `${name}.js`);
}

/** The system's key store, through Electron. Usable once the app is ready. */
const systemSecretBox: SecretBox = {
  problem() {
    if (!safeStorage.isEncryptionAvailable()) return 'The system’s key store cannot be used.';
    // Without a key store, Chromium on Linux encrypts with a password that everybody knows.
    const isKnownToAll =
      process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
    return isKnownToAll
      ? 'No key store is running. Start one, such as GNOME Keyring or KWallet, then restart Airlock.'
      : null;
  },
  lock: (text) => safeStorage.encryptString(text),
  unlock: (bytes) => {
    try {
      return safeStorage.decryptString(bytes);
    } catch {
      // Another user or computer encrypted it.
      return null;
    }
  },
};
