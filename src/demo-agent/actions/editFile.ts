import type { ToolCallContent } from '@agentclientprotocol/sdk/unstable';
import { unifiedDiff } from '#shared/session/export/unifiedDiff';
import { fenced, inlineCode } from '#shared/text/markdownText';
import { type ActiveToolCall, textContent } from '../turn/toolCalls';
import type { Turn } from '../turn/turn';

export interface FileEdit {
  readonly command: string;
  readonly title: string;
  readonly path: string;
  /** Undefined if the file is new. */
  readonly before: string | undefined;
  readonly after: string;
  readonly rawInput: unknown;
}

export type EditResult =
  | { readonly kind: 'written' | 'planned' | 'rejected' | 'changed meanwhile' }
  | { readonly kind: 'refused' | 'partly'; readonly reason: string };

const longestPlannedDiff = 12_000;

/**
 * The only way to change a file: shows the edit, asks for permission, writes it and checks the
 * result.
 */
export async function editFile(turn: Turn, edit: FileEdit): Promise<EditResult> {
  if (turn.settings().mode === 'plan') return planEdit(turn, edit);
  const call = await turn.tools.start({
    name: edit.command,
    title: edit.title,
    kind: 'edit',
    locations: [{ path: edit.path, line: firstChangedLine(edit.before ?? '', edit.after) }],
    content: [diffOf(edit, edit.after)],
    rawInput: edit.rawInput,
  });
  if ((await turn.permission.ask(call, { key: 'edit', name: 'edits' })) === 'rejected') {
    await call.fail({ rawOutput: { reason: 'rejected by the user' } });
    return { kind: 'rejected' };
  }
  await call.begin();
  // The answer may have taken a day, so the file must still be as it was shown.
  const current = await turn.files.read(edit.path);
  if (('text' in current ? current.text : undefined) !== edit.before) {
    await call.fail({ rawOutput: { reason: 'the file changed while I waited' } });
    return { kind: 'changed meanwhile' };
  }
  const result = await turn.files.write(edit.path, edit.after, {
    create: edit.before === undefined,
  });
  if (result.written) {
    await call.complete();
    return { kind: 'written' };
  }
  return afterRefusal(turn, edit, call, result.reason);
}

/** The client may have accepted a part of the edit, which only the file itself shows. */
async function afterRefusal(
  turn: Turn,
  edit: FileEdit,
  call: ActiveToolCall,
  reason: string,
): Promise<EditResult> {
  const read = await turn.files.read(edit.path);
  const now = 'text' in read ? read.text : undefined;
  const explained = textContent(reason);
  if (now === undefined || now === edit.before) {
    await call.fail({ content: [diffOf(edit, edit.after), explained], rawOutput: { reason } });
    return { kind: 'refused', reason };
  }
  await call.complete({ content: [diffOf(edit, now), explained], rawOutput: { reason } });
  return now === edit.after ? { kind: 'written' } : { kind: 'partly', reason };
}

function diffOf(edit: FileEdit, newText: string): ToolCallContent {
  return { type: 'diff', path: edit.path, oldText: edit.before ?? null, newText };
}

async function planEdit(turn: Turn, edit: FileEdit): Promise<EditResult> {
  const name = turn.roots.display(edit.path);
  const call = await turn.tools.start({
    name: edit.command,
    title: `Work out: ${edit.title}`,
    kind: 'think',
    locations: [{ path: edit.path, line: firstChangedLine(edit.before ?? '', edit.after) }],
    rawInput: edit.rawInput,
  });
  const diff = unifiedDiff(name, edit.before ?? null, edit.after);
  const shown = diff.length > longestPlannedDiff ? `${diff.slice(0, longestPlannedDiff)}\n…` : diff;
  await call.complete({ content: [textContent(fenced(shown, 'diff'))] });
  await turn.speech.say(
    `I would ${edit.before === undefined ? 'create' : 'change'} ${inlineCode(name)}:\n\n${fenced(shown, 'diff')}`,
  );
  return { kind: 'planned' };
}

/** The number of the first line that differs, counted from one. */
function firstChangedLine(before: string, after: string): number {
  const old = before.split('\n');
  const now = after.split('\n');
  const at = now.findIndex((line, index) => line !== old[index]);
  return at < 0 ? Math.max(1, Math.min(old.length, now.length)) : at + 1;
}
