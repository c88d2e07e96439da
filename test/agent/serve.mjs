import { Cancelled, Exchange } from './exchange.mjs';
import { methodFor } from './methods.mjs';
import { stepsOfTurn } from './readScenario.mjs';
import { internalError, invalidRequest, RpcError } from './rpcErrors.mjs';
import { Scene } from './scene.mjs';
import { Stopped } from './stopped.mjs';

/** Plays what the scenario has for a request, and answers it unless a step has done so. */
export async function serve(agent, request) {
  const exchange = new Exchange(request, agent);
  const key = JSON.stringify(request.id);
  agent.exchanges.set(key, exchange);
  try {
    const { scene, steps } = prepare(agent, exchange);
    await playScript(scene, steps);
    if (!exchange.settled) await exchange.answer();
  } catch (error) {
    const told = asRpcError(agent, error);
    if (!exchange.settled) await exchange.fail(told);
  } finally {
    agent.exchanges.delete(key);
  }
}

function prepare(agent, exchange) {
  const method = methodFor(agent, exchange.method);
  const { sessions } = agent;
  const session = method.session?.(agent, exchange.params, method.key) ?? null;
  const prompt = exchange.method === 'session/prompt' ? promptText(exchange.params) : undefined;
  const steps = prompt === undefined ? method.script : beginTurn(agent, exchange, session, prompt);
  exchange.usualAnswer = () => method.answer(agent, exchange.params, session);
  exchange.beforeAnswer = () => {
    if (prompt !== undefined) sessions.finish(session.sessionId, exchange);
    sessions.save();
  };
  const variables = {
    requestId: exchange.id,
    sessionId: session?.sessionId,
    cwd: session?.cwd,
    mcpServers: session?.mcpServers?.map(({ name }) => name).join(', '),
    ownServer: session?.mcpServers?.find(({ type }) => type === 'acp')?.serverId,
    gates: agent.gatesFolder,
    prompt,
  };
  return { scene: new Scene({ agent, exchange, session, variables }), steps };
}

function beginTurn({ sessions, scenario }, exchange, session, prompt) {
  if (sessions.running(session.sessionId)) throw invalidRequest('A turn is running.');
  const steps = turnFor(scenario.turns ?? [], session, prompt);
  sessions.begin(session, exchange);
  return steps;
}

/** Turns with a condition come first; of the others, the session's next one, or the last again. */
function turnFor(turns, session, prompt) {
  const fitting = turns.find(({ when }) => when !== undefined && new RegExp(when).test(prompt));
  if (fitting) return fitting.steps;
  const others = turns.filter(({ when }) => when === undefined);
  const turn = others[Math.min(session.turnsTaken, others.length - 1)];
  session.turnsTaken += 1;
  return turn ? stepsOfTurn(turn) : [{ echo: true }];
}

function promptText({ prompt = [] }) {
  return prompt.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

async function playScript(scene, steps) {
  try {
    await scene.play(steps);
  } catch (error) {
    if (error instanceof Cancelled) {
      await playScript(scene.with({ cancellable: false }), scene.exchange.onCancel);
    } else if (!(error instanceof Stopped)) {
      throw error;
    }
  }
}

function asRpcError(agent, error) {
  if (error instanceof RpcError) return error;
  agent.journal.write({ type: 'broken', message: String(error?.stack ?? error) });
  return internalError(`The scenario is broken: ${error?.message ?? error}`);
}
