import { EditRoom, PartFinder, replacePart } from '#main/base/replacePart';
import type { ToolContent } from '#shared/session/content';
import type { ToolFields } from '#shared/session/events';
import { patchedText, readPatch } from './patchText';
import type { PlannedEdit } from './workplace';

/** The parts of a tool call that may contain an edit. */
export type CallFacts = Pick<ToolFields, 'content' | 'input' | 'kind'>;

type Rewrite = (text: string | null) => string | null | undefined;

interface Step {
  readonly path: string;
  readonly rewrite: Rewrite;
  /** The old and the new text, if the agent sends them. */
  readonly texts?: { readonly before: string | null; readonly after: string | null };
}

/**
 * The edits that a request is about, from all places where agents put them: diffs and patches in
 * its content, in the call's earlier content, or in its input. Parts that cannot be read are left
 * out.
 */
export function plannedEdits(request: CallFacts, told: CallFacts = {}): readonly PlannedEdit[] {
  const kind = request.kind ?? told.kind;
  const sources = [
    () => stepsInContent(request.content),
    () => stepsInContent(told.content),
    () => stepsInInput(request.input, kind),
    () => stepsInInput(told.input, kind),
  ];
  for (const read of sources) {
    const steps = read();
    if (steps.length > 0) return byPath(steps);
  }
  return [];
}

/** Merges several edits of one file into one change. */
function byPath(steps: readonly Step[]): readonly PlannedEdit[] {
  const files = new Map<string, Step[]>();
  for (const step of steps) {
    const known = files.get(step.path);
    if (known) known.push(step);
    else files.set(step.path, [step]);
  }
  return [...files].map(([path, [first, ...more]]): PlannedEdit => {
    if (first?.texts && more.length === 0) return { path, ...first.texts };
    const all = first ? [first, ...more] : [];
    const rewrite: Rewrite = (text) => {
      const room = new EditRoom();
      let result: string | null | undefined = text;
      for (const step of all) {
        result = room.take(result) ? step.rewrite(result) : undefined;
        if (result === undefined) break;
      }
      return result;
    };
    return { path, rewrite };
  });
}

function stepsInContent(content: readonly ToolContent[] | null | undefined): readonly Step[] {
  return (content ?? []).flatMap((part): readonly Step[] => {
    switch (part.type) {
      case 'diff': {
        const { path, before, after, movedFrom } = part;
        // Only the text in the request itself counts: none of it is stored elsewhere yet.
        const isWhole = isText(before) && isText(after) && movedFrom === undefined;
        return isWhole ? [replacement(path, before, after)] : [];
      }
      case 'patch': {
        const [path] = part.paths;
        return typeof part.patch === 'string'
          ? stepsInPatch(part.patch, part.paths.length === 1 ? path : undefined)
          : [];
      }
      case 'content': {
        const { content: block } = part;
        return block.type === 'text' && typeof block.text === 'string'
          ? stepsInPatch(unfenced(block.text), undefined)
          : [];
      }
      default:
        return [];
    }
  });
}

function isText(body: unknown): body is string | null {
  return body === null || typeof body === 'string';
}

function replacement(path: string, before: string | null, after: string | null): Step {
  const rewrite: Rewrite = (text) =>
    after === null || before === null ? after : replaced(text, before, after, false);
  return { path, rewrite, texts: { before, after } };
}

/** Leaves out patches of moved files. `path` is the patch's file if the patch does not name one. */
function stepsInPatch(text: string, path: string | undefined): readonly Step[] {
  if (!/^(@@ |\*\*\* Begin Patch)/m.test(text)) return [];
  return readPatch(text).flatMap((patch): readonly Step[] => {
    const { from, to } = patch;
    if (from !== null && to !== null && from !== to) return [];
    const name = path ?? (to || from);
    return name ? [{ path: name, rewrite: (before) => patchedText(before, patch) }] : [];
  });
}

function unfenced(text: string): string {
  return /^\s*```[^\n]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}

type Fields = Readonly<Record<string, unknown>>;

/** The names in use: agents have different names for the same things. */
const names = {
  path: ['file_path', 'filePath', 'filepath', 'path', 'abs_path', 'target_file', 'filename'],
  before: ['old_string', 'oldString', 'old_str', 'oldStr', 'old_text', 'oldText', 'search'],
  after: ['new_string', 'newString', 'new_str', 'newStr', 'new_text', 'newText', 'replace'],
  all: ['replace_all', 'replaceAll', 'allow_multiple'],
  whole: ['content', 'contents', 'file_text', 'fileText', 'text'],
  patch: ['patch', 'diff', 'unified_diff', 'unifiedDiff', 'patch_text', 'patchText', 'input'],
  edits: ['edits', 'replacements', 'operations'],
} as const;

function stepsInInput(input: ToolFields['input'], kind: CallFacts['kind']): readonly Step[] {
  if (typeof input !== 'string') return [];
  const fields = fieldsIn(input);
  if (fields === null) return stepsInPatch(input, undefined);
  const path = textIn(fields, names.path) ?? undefined;
  return (
    [
      () => (path === undefined ? [] : replacements(path, fields)),
      () => stepsInPatch(textIn(fields, names.patch) ?? '', path),
      () => stepsInPatch(commandIn(fields), undefined),
      () => stepsInChanges(fields.changes),
      () => (path === undefined || kind !== 'edit' ? [] : wholeFile(path, fields)),
    ]
      .map((read) => read())
      .find((steps) => steps.length > 0) ?? []
  );
}

/** One edit or a list of them; if one is invalid, none is used. */
function replacements(path: string, fields: Fields): readonly Step[] {
  const list = names.edits.map((name) => own(fields, name)).find(Array.isArray);
  const edits = list ? list.filter(isFields) : [fields];
  const steps = edits.flatMap((edit): readonly Step[] => {
    const before = textIn(edit, names.before);
    const after = textIn(edit, names.after);
    if (before === null || after === null) return [];
    const all = names.all.some((name) => own(edit, name) === true);
    return [{ path, rewrite: (text) => replaced(text, before, after, all) }];
  });
  return steps.length === edits.length ? steps : [];
}

function wholeFile(path: string, fields: Fields): readonly Step[] {
  const text = textIn(fields, names.whole);
  return text === null ? [] : [replacement(path, null, text)];
}

/** The edits in Codex's format: paths with the change of each. */
function stepsInChanges(changes: unknown): readonly Step[] {
  if (!isFields(changes)) return [];
  return Object.entries(changes).flatMap(([path, about]): readonly Step[] => {
    if (!isFields(about) || typeof about.move_path === 'string') return [];
    // Older versions have the type as the only key.
    const [only] = Object.entries(about);
    const nested = only !== undefined && isFields(only[1]) ? { type: only[0], ...only[1] } : about;
    const { type, content, unified_diff: patch } = nested as Fields;
    if (type === 'delete') return [replacement(path, null, null)];
    if (typeof patch === 'string') return stepsInPatch(patch, path);
    return typeof content === 'string' ? [replacement(path, null, content)] : [];
  });
}

/** The patch that is passed to a program as an argument. */
function commandIn(fields: Fields): string {
  const { command } = fields;
  const words = Array.isArray(command) ? command : [command];
  const patch = words.find((word) => typeof word === 'string' && word.includes('*** Begin Patch'));
  return typeof patch === 'string' ? patch.slice(patch.indexOf('*** Begin Patch')) : '';
}

/**
 * Undefined unless the text contains the part once (or at all, if all occurrences are meant), and
 * the result is not too long.
 */
function replaced(
  text: string | null,
  before: string,
  after: string,
  all: boolean,
): string | undefined {
  const present = text ?? '';
  if (before === present) return after;
  if (before === '') return undefined;
  const isCrlf = new PartFinder(before).find(present) === -1 && present.includes('\r\n');
  const [old, next] = isCrlf ? [crlf(before), crlf(after)] : [before, after];
  const finder = new PartFinder(old);
  const at = finder.find(present);
  if (at === -1) return undefined;
  if (!all && finder.find(present, at + 1) !== -1) return undefined;
  return replacePart(present, old, next, all) ?? undefined;
}

function crlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

function fieldsIn(input: string): Fields | null {
  try {
    const value: unknown = JSON.parse(input);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textIn(fields: Fields, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = own(fields, key);
    if (typeof value === 'string') return value;
  }
  return null;
}

function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
