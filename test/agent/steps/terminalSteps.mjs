import { playOnError } from './requestSteps.mjs';

const USUAL_ACTIONS = ['wait', 'output', 'release'];
const METHODS = {
  wait: 'terminal/wait_for_exit',
  output: 'terminal/output',
  kill: 'terminal/kill',
  release: 'terminal/release',
};

export const terminalSteps = {
  async terminal(scene, step) {
    const { as, toolCallId, actions = USUAL_ACTIONS } = step;
    const created = await scene.request('terminal/create', creation(scene, step), { as });
    if (await playOnError(scene, created, step)) return;
    const terminalId = created.result?.terminalId;
    if (as !== undefined) scene.variables[as] = terminalId;
    const inside = scene.with({ variables: { ...scene.variables, terminalId } });
    if (toolCallId !== undefined) await show(inside, toolCallId, step, terminalId);
    for (const action of actions) await act(inside, action, step);
    if (toolCallId !== undefined) await finish(inside, toolCallId);
  },
};

function creation(scene, { command, args, env, cwd, outputByteLimit }) {
  return {
    command,
    args,
    env: env && Object.entries(env).map(([name, value]) => ({ name, value })),
    cwd: cwd === undefined ? undefined : scene.path(cwd),
    outputByteLimit,
  };
}

async function act(scene, action, step) {
  if (typeof action !== 'string') return scene.play([action]);
  const { terminalId } = scene.variables;
  const answer = await scene.request(METHODS[action], { terminalId });
  if (await playOnError(scene, answer, step)) return;
  if (action === 'output') scene.variables.output = answer.result?.output;
  if (action === 'wait') scene.variables.exitCode = answer.result?.exitCode;
}

function show(scene, toolCallId, { command, args = [] }, terminalId) {
  return scene.update({
    sessionUpdate: 'tool_call',
    toolCallId,
    title: [command, ...args].join(' '),
    kind: 'execute',
    status: 'in_progress',
    content: [{ type: 'terminal', terminalId }],
  });
}

function finish(scene, toolCallId) {
  const { exitCode = 0 } = scene.variables;
  const status = exitCode === 0 ? 'completed' : 'failed';
  return scene.update({ sessionUpdate: 'tool_call_update', toolCallId, status });
}
