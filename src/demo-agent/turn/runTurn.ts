import { randomUUID } from 'node:crypto';
import type { ContentBlock, PromptResponse, StopReason } from '@agentclientprotocol/sdk/unstable';
import { perform } from '../actions/perform';
import { TurnCancelled, throwIfCancelled } from '../cancelled';
import { type Listing, listFiles } from '../files/listing';
import { TextFiles } from '../files/textFiles';
import { logError, messageOf } from '../log';
import { describeRequest, inPlainText } from '../parse/describe';
import { parsePrompt } from '../parse/prompt';
import type { Step } from '../parse/request';
import type { Session } from '../session/session';
import { countWords, DemoUsage } from '../session/usage';
import { plural } from '../text/markdown';
import { takeApart, withAttachedFiles } from './attachments';
import { mention, nameSession, think } from './introduction';
import { PermissionGate } from './permission';
import { Plan } from './plan';
import { Speech } from './speech';
import { DemoToolCalls } from './toolCalls';
import { notDone, type Outcome, type Turn } from './turn';

const longestQuote = 200;

/**
 * Runs one prompt from beginning to end. All updates are sent before it returns, even after a
 * failure.
 */
export async function runTurn(
  session: Session,
  prompt: readonly ContentBlock[],
  signal: AbortSignal,
): Promise<PromptResponse> {
  if (signal.aborted) return { stopReason: 'cancelled' };
  const usage = new DemoUsage();
  const speech = new Speech(session.wire, () => session.settings.pace, usage, signal);
  const tools = new DemoToolCalls(session.wire, () => speech.endMessage());
  const attachments = takeApart(prompt, session.roots);
  const steps = parsePrompt(attachments.text).map((step) => ({
    ...step,
    request: withAttachedFiles(step.request, attachments.files),
  }));
  usage.input = countWords(attachments.text);
  session.journal.prompt(randomUUID(), prompt);
  const deeds: string[] = [];
  let stopReason: StopReason = 'end_turn';
  try {
    await nameSession(session, steps);
    await mention(speech, attachments, steps.length);
    if (session.settings.explain) await think(speech, session.settings.mode, steps);
    await runSteps(openTurn(session, speech, tools, steps, deeds, signal), steps);
  } catch (error) {
    const isCancelled = error instanceof TurnCancelled || signal.aborted;
    if (isCancelled) stopReason = 'cancelled';
    else logError('A turn failed', error);
    await tellEnd(speech, tools, isCancelled ? undefined : messageOf(error));
  }
  await closeTurn(session, usage, { prompt: quote(attachments.text), deeds, stopReason });
  return { stopReason, usage: usage.toUsage() };
}

/** Reports the end of the turn. If the connection failed, the turn is recorded anyway. */
async function tellEnd(
  speech: Speech,
  tools: DemoToolCalls,
  problem: string | undefined,
): Promise<void> {
  try {
    await tools.failOpen(problem ?? 'cancelled');
    if (problem !== undefined)
      await speech.say(`Something went wrong inside me, and I stopped: ${problem}`);
  } catch (error) {
    logError('The end of a turn was not reported', messageOf(error));
  }
}

type OpenTurn = (step: number) => Turn;

function openTurn(
  session: Session,
  speech: Speech,
  tools: DemoToolCalls,
  steps: readonly Step[],
  deeds: string[],
  signal: AbortSignal,
): OpenTurn {
  const plan = new Plan(
    session.wire,
    steps.map((step) => describeRequest(step.request, inPlainText)),
  );
  let listing: Promise<Listing> | undefined;
  const shared = {
    wire: session.wire,
    powers: session.powers,
    roots: session.roots,
    usage: session.usage,
    signal,
    speech,
    tools,
    plan,
    files: new TextFiles(session.wire, session.powers, signal),
    permission: new PermissionGate(
      session.wire,
      session.permissions,
      () => session.settings.mode,
      signal,
    ),
    settings: () => session.settings,
    setMode: (mode: Session['settings']['mode']) => session.changeMode(mode),
    listFiles: () => {
      listing ??= listFiles(session.roots, signal);
      return listing;
    },
    turns: () => session.turns,
    forgetTurns: (summary: Session['turns'][number]) => {
      session.turns = [summary];
    },
    note: (deed: string) => {
      // The request may have added or removed files, so they are listed again.
      listing = undefined;
      deeds.push(deed);
    },
  };
  return (step) => ({ ...shared, step });
}

async function runSteps(open: OpenTurn, steps: readonly Step[]): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const [index, step] of steps.entries()) {
    const turn = open(index);
    throwIfCancelled(turn.signal);
    if (step.needsPrevious && outcomes[index - 1]?.done === false) {
      outcomes.push(notDone('skipped'));
      await turn.plan.finish(index, 'skipped, because the step before it was not done');
      continue;
    }
    await turn.plan.start(index);
    const outcome = await perform(turn, step.request);
    outcomes.push(outcome);
    await turn.plan.finish(index, outcome.problem);
  }
  if (steps.length > 1) await open(0).speech.say(closingWords(steps, outcomes));
}

function closingWords(steps: readonly Step[], outcomes: readonly Outcome[]): string {
  const missed = steps.flatMap((step, index) => {
    const outcome = outcomes[index];
    return outcome?.done === false
      ? [`- ${describeRequest(step.request)}: ${outcome.problem}`]
      : [];
  });
  if (missed.length === 0) return `All ${steps.length} steps are done.`;
  return `${steps.length - missed.length} of ${plural(steps.length, 'step')} are done. Not done:\n\n${missed.join('\n')}`;
}

async function closeTurn(
  session: Session,
  usage: DemoUsage,
  summary: Session['turns'][number],
): Promise<void> {
  session.usage.add(usage);
  session.turns = [...session.turns, summary];
  session.journal.turn(summary);
  try {
    await session.wire.send({ sessionUpdate: 'usage_update', ...session.usage.toUpdate() });
    await session.wire.send({
      sessionUpdate: 'session_info_update',
      updatedAt: new Date().toISOString(),
    });
  } finally {
    await session.journal.trim();
    await session.save();
  }
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
}
