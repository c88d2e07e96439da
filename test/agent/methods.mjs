import { loginRequired, methodNotFound, sessionNotFound } from './rpcErrors.mjs';

/**
 * What the agent does where the scenario says nothing, by method: `session` finds or makes the
 * session that it is about, `script` is played, `answer` gives the usual answer and has its effects.
 * `key` is the method's name in a scenario; `optional` ones must be asked for there.
 */
export const methods = {
  initialize: { key: 'initialize', answer: ({ scenario }) => initialization(scenario) },
  authenticate: {
    key: 'authenticate',
    answer(agent) {
      agent.loggedIn = true;
      return {};
    },
  },
  logout: {
    key: 'logout',
    optional: true,
    answer(agent) {
      agent.loggedIn = false;
      return {};
    },
  },
  'session/new': {
    key: 'newSession',
    needsLogin: true,
    session: ({ sessions }, params) => sessions.create(params),
    answer: (_agent, _params, session) => ({ sessionId: session.sessionId, ...settings(session) }),
  },
  'session/load': {
    key: 'load',
    needsLogin: true,
    session: reopen,
    script: [{ replay: true }],
    answer: (_agent, _params, session) => settings(session),
  },
  'session/resume': {
    key: 'resume',
    needsLogin: true,
    session: reopen,
    answer: (_agent, _params, session) => settings(session),
  },
  'session/fork': {
    key: 'fork',
    optional: true,
    needsLogin: true,
    session: ({ sessions }, params) => sessions.fork(params.sessionId, params),
    answer: (_agent, _params, session) => ({ sessionId: session.sessionId, ...settings(session) }),
  },
  'session/list': { key: 'list', answer: ({ sessions }, params) => sessions.list(params) },
  'session/close': {
    key: 'close',
    session: known,
    answer(agent, { sessionId }) {
      agent.cancel(sessionId);
      return {};
    },
  },
  'session/delete': {
    key: 'delete',
    session: known,
    answer({ sessions }, { sessionId }) {
      sessions.delete(sessionId);
      return {};
    },
  },
  'session/set_mode': {
    key: 'setMode',
    session: known,
    answer(_agent, { modeId }, session) {
      session.modes = { ...session.modes, currentModeId: modeId };
      return {};
    },
  },
  'session/set_config_option': {
    key: 'setConfigOption',
    session: known,
    answer(_agent, { configId, value }, session) {
      session.configOptions = (session.configOptions ?? []).map((option) =>
        option.id === configId ? { ...option, currentValue: value } : option,
      );
      return { configOptions: session.configOptions };
    },
  },
  'session/set_model': {
    key: 'setModel',
    session: known,
    answer(_agent, { modelId }, session) {
      if (!session.models) throw methodNotFound('session/set_model');
      session.models = { ...session.models, currentModelId: modelId };
      return {};
    },
  },
  'session/set_title': {
    key: 'setTitle',
    optional: true,
    session: known,
    answer(_agent, { title }, session) {
      session.title = title;
      return {};
    },
  },
  '_session/steering': {
    key: 'steering',
    optional: true,
    session: known,
    answer: ({ sessions }, { sessionId }) => ({
      outcome: sessions.running(sessionId) ? 'injected' : 'failed',
    }),
  },
  'session/prompt': {
    session: known,
    answer: () => ({ stopReason: 'end_turn' }),
  },
};

function known({ sessions }, { sessionId }) {
  return sessions.get(sessionId);
}

/** A scenario that scripts the replay need not have met the session before. */
function reopen({ sessions, scenario }, params, key) {
  const { sessionId } = params;
  if (sessions.has(sessionId))
    return Object.assign(sessions.get(sessionId), {
      cwd: params.cwd,
      mcpServers: params.mcpServers,
    });
  if (!Array.isArray(scenario[key])) throw sessionNotFound(sessionId);
  return sessions.create(params, sessionId);
}

function settings({ modes, configOptions, models }) {
  return { modes, configOptions, models };
}

function initialization(scenario) {
  const has = (key) => scenario[key] !== false;
  const wants = (key) => has(key) && scenario[key] !== undefined;
  const marker = (offered) => (offered ? {} : undefined);
  return {
    protocolVersion: 1,
    agentInfo: { name: 'scripted-agent', title: 'Scripted agent', version: '1.0.0' },
    agentCapabilities: {
      loadSession: has('load'),
      promptCapabilities: { image: true, audio: true, embeddedContext: true },
      sessionCapabilities: {
        list: marker(has('list')),
        resume: marker(has('resume')),
        close: marker(has('close')),
        delete: marker(has('delete')),
        fork: marker(wants('fork')),
        title: marker(wants('setTitle')),
        additionalDirectories: {},
      },
      auth: { logout: marker(wants('logout')) },
    },
    authMethods: scenario.requiresLogin ? [{ id: 'login', name: 'Log in' }] : [],
    _meta: wants('steering') ? { steering: { supported: true } } : undefined,
  };
}

/** Refuses what this scenario's agent does not know, or not yet. */
export function methodFor(agent, name) {
  const { scenario } = agent;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const scripts = scenario.methods ?? {};
  const script = Object.hasOwn(scripts, name) ? scripts[name] : scenario[method?.key];
  const missing = script === undefined && (!method || method.optional);
  if (missing || script === false) throw methodNotFound(name);
  if (method?.needsLogin && scenario.requiresLogin && !agent.loggedIn) throw loginRequired();
  return { answer: () => ({}), ...method, script: scriptOf(script, method?.script ?? []) };
}

/** An object in place of steps adds its fields to the usual answer. */
function scriptOf(script, usual) {
  if (script === undefined) return usual;
  return Array.isArray(script) ? script : [...usual, { answer: script }];
}
