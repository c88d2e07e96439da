import { bare, describeRequest } from '../parse/describe';
import type { ModeId, Step } from '../parse/request';
import type { Session } from '../session/session';
import { type Attachments, describeImage } from './attachments';
import type { Speech } from './speech';

const longestTitle = 60;

export async function mention(
  speech: Speech,
  attachments: Attachments,
  steps: number,
): Promise<void> {
  for (const image of attachments.images) {
    await speech.say(
      `I cannot see what is in an image, but here is yours again (${describeImage(image)}):`,
    );
    await speech.show(image);
    speech.endMessage();
  }
  if (attachments.audio > 0)
    await speech.say('I cannot hear, so I ignored the audio that came with it.');
  const named = [...attachments.files, ...attachments.others]
    .map((file) => `\`${file}\``)
    .join(', ');
  if (named !== '') await speech.say(`With it came ${named}.`);
  if (steps > 0) return;
  await speech.say(
    named === ''
      ? 'Tell me what to do; `/help` says what I can.'
      : 'Tell me what to do with it: `find`, `replace`, `read`, `rename` and `delete` work on what you attach.',
  );
}

const wordsOnly = new Set(['help', 'explain', 'unknown', 'incomplete', 'mode', 'ask', 'compact']);

const looksOnly = new Set(['find', 'read']);

export async function think(speech: Speech, mode: ModeId, steps: readonly Step[]): Promise<void> {
  const work = steps.filter((step) => !wordsOnly.has(step.request.kind));
  if (work.length === 0) return;
  const manner = {
    ask: 'I will ask before each change.',
    auto: 'I may change things without asking.',
    plan: 'I will change nothing.',
  }[mode];
  const readings = work.map((step) => describeRequest(step.request));
  const reading =
    readings.length === 1
      ? `I understood: ${readings[0]}.`
      : `I take it as:\n\n${readings.map((line, index) => `${index + 1}. ${line}`).join('\n')}`;
  const isHarmless = work.every((step) => looksOnly.has(step.request.kind));
  const gap = readings.length === 1 ? ' ' : '\n\n';
  await speech.think(isHarmless ? reading : `${reading}${gap}This is ${mode} mode: ${manner}`);
}

/** The first request names the session. */
export async function nameSession(session: Session, steps: readonly Step[]): Promise<void> {
  const first = steps[0];
  if (session.title !== undefined || !first) return;
  const isClear = !wordsOnly.has(first.request.kind);
  const title = isClear ? describeRequest(first.request, bare) : first.source;
  const line = title.replace(/\s+/g, ' ').trim();
  session.title = line.length > longestTitle ? `${line.slice(0, longestTitle - 1)}…` : line;
  await session.wire.send({ sessionUpdate: 'session_info_update', title: session.title });
}
