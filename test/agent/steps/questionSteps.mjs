import { internalError } from '../rpcErrors.mjs';
import { playOnError } from './requestSteps.mjs';

const USUAL_OPTIONS = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'allow-always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  { optionId: 'reject-always', name: 'Always reject', kind: 'reject_always' },
];
let lastToolCall = 0;

export const questionSteps = {
  async ask(scene, question) {
    const { toolCall = {}, options = USUAL_OPTIONS, as, expect } = question;
    lastToolCall += 1;
    const answer = await scene.request(
      'session/request_permission',
      { toolCall: { toolCallId: `asked-${lastToolCall}`, ...toolCall }, options },
      { as },
    );
    if (await playOnError(scene, answer, question)) return;
    const { outcome } = answer.result ?? {};
    const chosen = outcome?.outcome === 'selected' ? outcome.optionId : outcome?.outcome;
    if (as !== undefined) scene.variables[as] = chosen;
    if (expect !== undefined && expect !== chosen) refuse(scene, expect, chosen);
    await playOutcome(scene, question, options, outcome);
  },

  async elicit(scene, question) {
    const { message, requestedSchema, url, elicitationId, toolCallId, scope, as } = question;
    const body = url === undefined ? { mode: 'form', requestedSchema } : { mode: 'url', url };
    const about =
      scope === 'request'
        ? { sessionId: undefined, requestId: scene.exchange.id }
        : { sessionId: scene.sessionId, toolCallId };
    const answer = await scene.request(
      'elicitation/create',
      { message, ...body, elicitationId, ...about },
      { as },
    );
    if (await playOnError(scene, answer, question)) return;
    const { action, content } = answer.result ?? {};
    if (as !== undefined) scene.variables[as] = content ?? action;
    if (action === 'accept') await scene.play(question.onAccepted ?? []);
    else if (action === 'decline') await scene.play(question.onDeclined ?? []);
    else await playCancelled(scene, question);
  },
};

function playOutcome(scene, question, options, outcome) {
  if (outcome?.outcome !== 'selected') return playCancelled(scene, question);
  const own = question.onSelected?.[outcome.optionId];
  if (own) return scene.play(own);
  const { kind } = options.find(({ optionId }) => optionId === outcome.optionId) ?? {};
  const allowed = String(kind).startsWith('allow');
  return scene.play((allowed ? question.onAllowed : question.onRejected) ?? []);
}

/** The turn is being cancelled by then, which must not keep these from being played. */
function playCancelled(scene, { onCancelled = [] }) {
  return scene.with({ cancellable: false }).play(onCancelled);
}

function refuse(scene, expected, chosen) {
  const actual = String(chosen);
  scene.agent.journal.write({ type: 'mismatch', expected, actual });
  throw internalError(`The scenario expected ${expected}, the client answered ${actual}.`);
}
