import type { AgentCapabilities, Implementation } from '@agentclientprotocol/sdk/unstable';
import {
  type AgentApp,
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk/unstable';
import { killAllCommands } from './commands/localCommand';
import { HistoryStore } from './history/store';
import { logError } from './log';
import { modeIds } from './parse/request';
import { type ClientPowers, powersOf } from './powers';
import { Sessions } from './session/sessions';
import { initialSettings, type Pace } from './session/settings';
import { runTurn } from './turn/runTurn';

const agentInfo: Implementation = {
  name: 'airlock-agent',
  title: 'Airlock Agent',
  version: '0.1.0',
};

const agentCapabilities: AgentCapabilities = {
  loadSession: true,
  promptCapabilities: { image: true, audio: false, embeddedContext: true },
  mcpCapabilities: { http: false, sse: false },
  sessionCapabilities: {
    list: {},
    delete: {},
    resume: {},
    close: {},
    fork: {},
    additionalDirectories: {},
  },
};

export interface AgentOptions {
  /** Where the history of sessions is kept: never inside a project. */
  readonly home: string;
  readonly pace?: Pace | undefined;
}

export interface DemoAgent {
  readonly app: AgentApp;
  /** Stops everything that runs and writes the rest of the history. */
  end(): Promise<void>;
}

/** Creates the agent of one connection. */
export function createAgent(options: AgentOptions): DemoAgent {
  const settings = { ...initialSettings, pace: options.pace ?? initialSettings.pace };
  const sessions = new Sessions(new HistoryStore(options.home), settings);
  let powers: ClientPowers = powersOf(undefined);
  const { session } = methods.agent;

  const app = agent({ name: agentInfo.name })
    .onRequest(methods.agent.initialize, ({ params }) => {
      powers = powersOf(params.clientCapabilities);
      return { protocolVersion: PROTOCOL_VERSION, agentCapabilities, agentInfo, authMethods: [] };
    })
    .onRequest(session.new, async ({ params, client }) => {
      const created = await sessions.create({ client, powers }, params);
      // Sent after the answer, because only the answer tells the client the id of the session.
      setImmediate(() => {
        created
          .announceCommands()
          .catch((error: unknown) => logError('The commands were not announced', error));
      });
      return { sessionId: created.id, ...created.state() };
    })
    .onRequest(session.load, async ({ params, client }) => {
      const loaded = await sessions.reopen({ client, powers }, params.sessionId, params, {
        replay: true,
      });
      return loaded.state();
    })
    .onRequest(session.resume, async ({ params, client }) => {
      const resumed = await sessions.reopen({ client, powers }, params.sessionId, params, {
        replay: false,
      });
      return resumed.state();
    })
    .onRequest(session.fork, async ({ params, client }) => {
      const forked = await sessions.fork({ client, powers }, params.sessionId, params);
      setImmediate(() => {
        forked
          .announceCommands()
          .catch((error: unknown) => logError('The commands were not announced', error));
      });
      return { sessionId: forked.id, ...forked.state() };
    })
    .onRequest(session.list, ({ params }) => sessions.list(params))
    .onRequest(session.close, async ({ params }) => {
      await sessions.close(params.sessionId);
      return {};
    })
    .onRequest(session.delete, async ({ params }) => {
      await sessions.delete(params.sessionId);
      return {};
    })
    .onRequest(session.setMode, async ({ params }) => {
      const mode = modeIds.find((id) => id === params.modeId);
      if (!mode)
        throw RequestError.invalidParams(
          { modeId: params.modeId },
          `no such mode: ${params.modeId}`,
        );
      await sessions.get(params.sessionId).changeMode(mode);
      return {};
    })
    .onRequest(session.setConfigOption, async ({ params }) => {
      const changed = sessions.get(params.sessionId);
      if (!(await changed.change(params.configId, params.value))) {
        const { configId, value } = params;
        throw RequestError.invalidParams(
          { configId, value },
          `no such option or value: ${configId}`,
        );
      }
      return { configOptions: changed.configOptions() };
    })
    .onRequest(session.prompt, ({ params, signal }) => {
      const prompted = sessions.get(params.sessionId);
      return prompted.queue.run(signal, (turn) => runTurn(prompted, params.prompt, turn));
    })
    .onNotification(session.cancel, ({ params }) => {
      sessions.get(params.sessionId).queue.cancel();
    });

  return {
    app,
    end: async () => {
      killAllCommands();
      await sessions.endAll();
    },
  };
}
