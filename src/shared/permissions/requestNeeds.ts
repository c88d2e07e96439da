import { assessPath, type Risk } from '#shared/airlock/policy';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { ToolKind } from '#shared/session/content';
import { toolContentKind } from '#shared/session/kinds/toolContentKinds';
import type { AskedFacts } from '#shared/session/request/askedFacts';
import { requestFacts } from '#shared/session/request/requestFacts';
import { armsItself } from './armingCommand';
import { canonicalHost } from './canonicalHost';
import type { ReadLine, ShellLine, SimpleCommand } from './commandLine';

/**
 * One thing that a request wants to do. All of them must be allowed, and one that is denied is
 * enough.
 */
export type Need =
  | {
      readonly type: 'command';
      readonly line: ShellLine;
      /** The line alone decides what it does, without another folder or variables. */
      readonly isOrdinary: boolean;
      /** The request says that it writes a file that some program obeys by itself. */
      readonly armsItself: boolean;
      /** The folder that it starts in, or that it names. */
      readonly cwd: string;
    }
  | {
      readonly type: 'path';
      readonly access: 'read' | 'write';
      readonly place: RequestPlace;
    }
  | { readonly type: 'host'; readonly host: string | null }
  /** A request that says nothing more exact about itself. */
  | { readonly type: 'tool' };

/** A path of a request, seen from the session's folder. */
export interface RequestPlace {
  /** Absolute, with `/` and without `.` and `..`. */
  readonly path: string;
  /** Absolute, with all its `..`, which lead elsewhere behind a link. */
  readonly written: string;
  /** Below the session's folder; null if it is outside. */
  readonly below: string | null;
  readonly risk: Risk;
}

/** What is judged: everything that the request asks for. */
export interface RequestNeeds {
  readonly kind: ToolKind;
  readonly tool: string | null;
  readonly needs: readonly Need[];
  /**
   * Files that it names without saying what it does with them: rules that deny or ask find them.
   */
  readonly named: readonly RequestPlace[];
}

export interface NeedsContext {
  /** The folder that the agent works in. */
  readonly cwd: string;
  readonly read: ReadLine;
  readonly selfArming?: SelfArmingTest | undefined;
}

const WRITES: ReadonlySet<ToolKind> = new Set(['edit', 'delete', 'move']);
const READS: ReadonlySet<ToolKind> = new Set(['read', 'search']);

/**
 * Pure: reads a request as the card shows it. What cannot be read is a need that no rule covers.
 */
export function requestNeeds(asked: AskedFacts, context: NeedsContext): RequestNeeds {
  const { toolKind, content, locations, input } = asked;
  // Too long to be read, or it cannot be.
  const isLong = input !== null && typeof input !== 'string';
  const facts = requestFacts(isLong ? null : input);
  const needs: Need[] = [];
  if (facts.command !== null) {
    const cwd = placeOf(facts.cwd ?? context.cwd, context);
    const line = lineOf(facts, context.read);
    // Relative to the session's folder, because the folder names above a file tell what it is.
    const written = (path: string) =>
      placeOf(placeOf(path, { ...context, cwd: cwd.path }).path, context);
    needs.push({
      type: 'command',
      line,
      armsItself: armsItself(line, written),
      isOrdinary: facts.env.length === 0 && (cwd.below !== null || isSame(cwd.path, context.cwd)),
      cwd: cwd.path,
    });
  }
  if (isLong) needs.push(unread(context.cwd));
  const edited = content.flatMap((one) => toolContentKind(one)?.writes?.(one) ?? []);
  const named = [...locations.map(({ path }) => path), ...facts.paths];
  const written = new Set([...edited, ...(WRITES.has(toolKind) ? named : [])]);
  for (const path of written) {
    needs.push({ type: 'path', access: 'write', place: placeOf(path, context) });
  }
  for (const path of READS.has(toolKind) ? new Set(named) : []) {
    needs.push({ type: 'path', access: 'read', place: placeOf(path, context) });
  }
  for (const url of facts.urls) needs.push({ type: 'host', host: hostOf(url) });
  const isTold =
    (toolKind === 'execute' && facts.command !== null) ||
    (WRITES.has(toolKind) && written.size > 0) ||
    (READS.has(toolKind) && named.length > 0) ||
    (toolKind === 'fetch' && facts.url !== null);
  if (!isTold || isLong) needs.push({ type: 'tool' });
  const isPlain = WRITES.has(toolKind) || READS.has(toolKind);
  return {
    kind: toolKind,
    tool: asked.name,
    needs,
    named: isPlain ? [] : [...new Set(named)].map((path) => placeOf(path, context)),
  };
}

/**
 * A command that could not be read. It may be any command, so every deny rule matches it and no
 * allow rule does.
 */
function unread(cwd: string): Need {
  const line = { type: 'unreadable', reason: 'The request is too long.' } as const;
  return { type: 'command', line, armsItself: true, isOrdinary: false, cwd };
}

/**
 * A command as a list of words is run as it is; only a shell that is given a line reads more into
 * it.
 */
function lineOf(
  { command, words, isUnclear }: ReturnType<typeof requestFacts>,
  read: ReadLine,
): ShellLine {
  if (isUnclear)
    return {
      type: 'unreadable',
      reason: 'The request does not say clearly which command would run.',
    };
  if (words === null) return read(command ?? '');
  const [program = '', flag = '', line] = words;
  const isLine =
    words.length === 3 &&
    line !== undefined &&
    /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/.test(program) &&
    /^-l?c$/.test(flag);
  if (isLine) return read(line);
  const single: SimpleCommand = {
    words: words.map((text) => ({ text, form: 'plain' })),
    writes: [],
  };
  const within = read(command ?? '');
  return within.type === 'read' ? { ...within, plain: [single] } : within;
}

export function placeOf(
  path: string,
  { cwd, selfArming }: Omit<NeedsContext, 'read'>,
): RequestPlace {
  const root = plainPath(cwd);
  const slashed = path.replaceAll('\\', '/').replace(/^file:\/\//, '');
  const isAbsolute = /^(?:\/|[A-Za-z]:\/)/.test(slashed);
  const written = isAbsolute ? slashed : `${root}/${slashed}`;
  const whole = plainPath(written);
  const below = whole.startsWith(`${root}/`) ? whole.slice(root.length + 1) : null;
  const risk: Risk =
    below === null
      ? { type: 'refused', reason: 'It is outside the folder that the agent works in.' }
      : assessPath(below, selfArming);
  return { path: whole, written, below, risk };
}

function plainPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const text = parts.join('/');
  return /^[A-Za-z]:/.test(text) ? text : `/${text}`;
}

function isSame(path: string, cwd: string): boolean {
  return path === plainPath(cwd);
}

/**
 * The host of an address, in lower case; null if it is written in a way that programs may read
 * differently.
 */
function hostOf(url: string): string | null {
  const found =
    /^(?:https?|wss?|ftp):\/\/([a-z\d_.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/i.exec(url);
  return found?.[1] === undefined ? null : canonicalHost(found[1]);
}
