import { randomUUID } from 'node:crypto';
import { type ElicitationSchema, methods } from '@agentclientprotocol/sdk/unstable';
import { inlineCode } from '#shared/text/markdownText';
import { throwIfCancelled } from '../cancelled';
import { messageOf } from '../log';
import type { AskRequest } from '../parse/request';
import { whileTurnLasts } from '../session/wire';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { create } from './create';

const protocolPage = 'https://agentclientprotocol.com/protocol/overview';

const templates: Readonly<Record<string, { title: string; text: (name: string) => string }>> = {
  note: { title: 'A note', text: (name) => `# ${name}\n` },
  checklist: { title: 'A checklist', text: (name) => `# ${name}\n\n- [ ] First\n- [ ] Second\n` },
  decision: {
    title: 'A decision record',
    text: (name) => `# ${name}\n\n## Why\n\n## What we chose\n\n## What follows\n`,
  },
};

const form: ElicitationSchema = {
  type: 'object',
  title: 'A new file',
  properties: {
    name: {
      type: 'string',
      title: 'Name',
      description: 'Of the file, without its ending',
      default: 'notes',
      minLength: 1,
      maxLength: 60,
    },
    kind: {
      type: 'string',
      title: 'Kind',
      oneOf: Object.entries(templates).map(([id, { title }]) => ({ const: id, title })),
      default: 'note',
    },
    dated: { type: 'boolean', title: 'Put today’s date under the heading', default: false },
  },
  required: ['name', 'kind'],
};

/** Asks with a form or a link, and acts on the answer. */
export async function ask(turn: Turn, request: AskRequest): Promise<Outcome> {
  if (request.form === 'url') return askWithLink(turn);
  if (!turn.powers.forms) {
    await turn.speech.say('This client cannot show forms, so I have nothing to ask with.');
    return notDone('no forms here');
  }
  try {
    const answer = await turn.wire.client.request(
      methods.client.elicitation.create,
      {
        sessionId: turn.wire.sessionId,
        mode: 'form',
        message: 'What shall I make for you?',
        requestedSchema: form,
      },
      whileTurnLasts(turn.signal),
    );
    if (answer.action !== 'accept') return await declined(turn, answer.action);
    return await createFrom(turn, 'content' in answer ? answer.content : undefined);
  } catch (error) {
    throwIfCancelled(turn.signal);
    await turn.speech.say(`The form did not work: ${messageOf(error)}`);
    return notDone('the form did not work');
  }
}

async function createFrom(turn: Turn, content: unknown): Promise<Outcome> {
  const values = new Map<string, unknown>(
    Object.entries(typeof content === 'object' && content !== null ? content : {}),
  );
  const name =
    String(values.get('name') ?? 'notes')
      .trim()
      .replace(/[\\/:*?"<>|]+/g, '-') || 'notes';
  const template = templates[String(values.get('kind') ?? 'note')] ?? templates.note;
  if (!template) return notDone('no such kind');
  const text = template.text(name);
  const date = new Date().toISOString().slice(0, 10);
  const dated = values.get('dated') === true ? text.replace('\n', `\n\n${date}\n`) : text;
  await turn.speech.say(`${template.title}, called ${inlineCode(name)}. I will make it.`);
  return create(turn, { kind: 'create', path: `${name}.md`, content: dated });
}

async function askWithLink(turn: Turn): Promise<Outcome> {
  if (!turn.powers.links) {
    await turn.speech.say('This client cannot open links for me.');
    return notDone('no links here');
  }
  const elicitationId = randomUUID();
  try {
    const answer = await turn.wire.client.request(
      methods.client.elicitation.create,
      {
        sessionId: turn.wire.sessionId,
        mode: 'url',
        message: 'Do you want to read about the protocol that we speak?',
        elicitationId,
        url: protocolPage,
      },
      whileTurnLasts(turn.signal),
    );
    if (answer.action !== 'accept') return await declined(turn, answer.action);
    await turn.wire.client.notify(methods.client.elicitation.complete, { elicitationId });
    await turn.speech.say('Enjoy reading.');
    return done;
  } catch (error) {
    throwIfCancelled(turn.signal);
    await turn.speech.say(`The link did not work: ${messageOf(error)}`);
    return notDone('the link did not work');
  }
}

async function declined(turn: Turn, action: string): Promise<Outcome> {
  await turn.speech.say(
    action === 'decline'
      ? 'As you like. Nothing was made.'
      : 'You closed the question. Nothing was made.',
  );
  return notDone('no answer');
}
