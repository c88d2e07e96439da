import { foldName } from '#shared/airlock/foldName';
import type { AgentId, SessionId } from '#shared/ids';
import type { ToolKind } from '#shared/session/content';
import { type Isolation, worksInCopy } from '#shared/session/isolation';
import { GlobPattern } from '#shared/text/globPattern';
import { canonicalHost } from './canonicalHost';
import { type CommandWord, changesShell, programName, type SimpleCommand } from './commandLine';
import { hasEscape } from './escapingOptions';
import { mayOverlap } from './patternOverlap';
import type { Need, RequestNeeds, RequestPlace } from './requestNeeds';
import { placeOf } from './requestNeeds';
import {
  type AppliedRule,
  appliedRule,
  type PermissionRule,
  type RuleMatch,
  ruleFault,
  SHIPPED_RULES,
  type ShippedRule,
} from './rule';

/** Whose request it is, and where it works. */
export interface Requester {
  readonly sessionId: SessionId;
  readonly agent: AgentId;
  readonly project: string;
  readonly cwd: string;
  readonly isolation: Isolation;
}

export interface Policy {
  /** Null: the rules cannot be read, so every request is asked. */
  readonly rules: readonly PermissionRule[] | null;
  readonly shipped: Readonly<Record<ShippedRule, boolean>>;
}

export type Judgement =
  /** The rules that allow it together: each covers a part of the request. */
  | { readonly effect: 'allow'; readonly by: readonly AppliedRule[] }
  | { readonly effect: 'deny'; readonly by: readonly AppliedRule[] }
  | { readonly effect: 'ask'; readonly by: readonly AppliedRule[]; readonly reason?: string };

/**
 * I27. Pure: what the rules say about a request. Deny comes first, then ask, then allow. A rule
 * denies or asks if any part of the request may match it. The request is allowed only if every part
 * of it is known, ordinary and matched by a rule that allows it; otherwise it is asked.
 */
export function judge(request: RequestNeeds, requester: Requester, policy: Policy): Judgement {
  if (policy.rules === null) return { effect: 'ask', by: [], reason: 'unreadable-rules' };
  const rules = policy.rules.filter((rule) => appliesTo(rule, requester));
  for (const effect of ['deny', 'ask'] as const) {
    const found = rules.find((rule) => rule.effect === effect && mayMatch(rule.match, request));
    if (found) return { effect, by: [appliedRule(found)] };
  }
  // A word that only the shell can expand may stand for a file or host that is denied.
  const restricting = rules.find((rule) => rule.effect !== 'allow' && isAboutWords(rule.match));
  if (restricting && request.needs.some(hasUnknownWord)) {
    return { effect: 'ask', by: [appliedRule(restricting)] };
  }
  if (request.kind === 'switch_mode') return { effect: 'ask', by: [] };
  const allowing = rules.filter((rule) => rule.effect === 'allow' && ruleFault(rule) === null);
  const by = new Map<string, AppliedRule>();
  for (const need of request.needs) {
    const covering = coverOf(need, request, {
      requester,
      rules: allowing,
      shipped: policy.shipped,
    });
    if (covering === null) return { effect: 'ask', by: [] };
    for (const rule of covering) by.set(rule.id, rule);
  }
  return by.size === 0 ? { effect: 'ask', by: [] } : { effect: 'allow', by: [...by.values()] };
}

/**
 * Whether a request that normally needs no answer needs one, because of a rule or because the rules
 * cannot be read.
 */
export function isRestricting(judgement: Judgement): boolean {
  if (judgement.effect !== 'ask') return judgement.effect === 'deny';
  return judgement.by.length > 0 || judgement.reason !== undefined;
}

function appliesTo({ scope, agent }: PermissionRule, requester: Requester): boolean {
  if (agent !== null && agent !== requester.agent) return false;
  switch (scope.type) {
    case 'session':
      return scope.sessionId === requester.sessionId;
    case 'project':
      return scope.folder === requester.project;
    case 'always':
      return true;
  }
}

// Deny and ask: any part that may match.

function mayMatch(match: RuleMatch, request: RequestNeeds): boolean {
  switch (match.type) {
    case 'kind':
      return (
        request.kind === match.kind || request.needs.some((need) => kindOf(need) === match.kind)
      );
    case 'tool':
      return request.tool === match.name;
    default: {
      const isNamed = ({ pattern }: { readonly pattern: string }) =>
        request.named.some((place) => patternMayMatch(pattern, place));
      return (
        (match.type === 'path' && isNamed(match)) ||
        request.needs.some((need) => needMayMatch(match, need))
      );
    }
  }
}

function isAboutWords({ type }: RuleMatch): boolean {
  return type === 'path' || type === 'host';
}

function hasUnknownWord(need: Need): boolean {
  if (need.type !== 'command' || need.line.type === 'unreadable') return false;
  return need.line.commands.some(({ words }) =>
    words.slice(1).some(({ form }) => form === 'unknown'),
  );
}

/** The kind that a need is of, whatever the agent calls its tool. */
function kindOf(need: Need): ToolKind | null {
  if (need.type === 'command') return 'execute';
  if (need.type === 'host') return 'fetch';
  return need.type === 'path' ? (need.access === 'write' ? 'edit' : 'read') : null;
}

function needMayMatch(match: Exclude<RuleMatch, { type: 'kind' | 'tool' }>, need: Need): boolean {
  if (need.type === 'command') {
    if (need.line.type === 'unreadable') return true;
    return need.line.commands.some((command) => commandMayMatch(match, command, need.cwd));
  }
  if (match.type === 'path' && need.type === 'path') {
    return match.access === need.access && patternMayMatch(match.pattern, need.place);
  }
  if (match.type === 'host' && need.type === 'host') {
    return need.host === null || matchesHost(match.host, need.host);
  }
  return false;
}

function commandMayMatch(
  match: Exclude<RuleMatch, { type: 'kind' | 'tool' }>,
  { words, writes }: SimpleCommand,
  cwd: string,
): boolean {
  switch (match.type) {
    case 'command':
      return wordsMayMatch(match.words, words);
    case 'path': {
      const isOpen = match.access === 'write' && writes.some(isOpenWord);
      const named = [...writes, ...words.slice(1)].flatMap(({ text, form }) =>
        [text, text.slice(text.indexOf('=') + 1)].map((path) => ({ path, form })),
      );
      return (
        isOpen ||
        named.some(({ path, form }) => {
          const place = placeOf(path, { cwd });
          const isGlob = form === 'pattern' && globMayMatch(match.pattern, place);
          return isGlob || patternMayMatch(match.pattern, place);
        })
      );
    }
    case 'host':
      return words.some(({ text }) => hostsIn(text).some((host) => matchesHost(match.host, host)));
  }
}

/**
 * The rule's words in their order, with anything in between; an open word stands for any others.
 */
function wordsMayMatch(wanted: readonly string[], words: readonly CommandWord[]): boolean {
  const [name, ...args] = words;
  if (name === undefined) return false;
  if (isOpenWord(name)) return true;
  if (programName(name.text) !== programName(wanted[0] ?? '')) return false;
  let next = 1;
  for (const word of args) {
    if (next >= wanted.length || isOpenWord(word)) return true;
    if (word.text === wanted[next]) next++;
  }
  return next >= wanted.length;
}

function isOpenWord({ form }: CommandWord): boolean {
  return form === 'unknown' || form === 'pattern';
}

function fold(path: string): readonly string[] {
  return path.split('/').map((part) => (part === '**' ? part : foldName(part)));
}

/** The path is a pattern as well, which the shell replaces by names of files. */
function globMayMatch(pattern: string, { path, below }: RequestPlace): boolean {
  const subject = pattern.startsWith('/') ? path : below;
  if (subject === null) return false;
  return mayOverlap(fold(wholePattern(pattern)).filter(Boolean), fold(subject).filter(Boolean));
}

/** Treats names as equal if some disk does. */
function patternMayMatch(pattern: string, place: RequestPlace): boolean {
  return (
    matchesPattern(pattern, place) ||
    matchesPattern(fold(pattern).join('/'), {
      ...place,
      path: fold(place.path).join('/'),
      below: place.below && fold(place.below).join('/'),
    })
  );
}

/** A name is looked for only where one can begin: arguments have any length. */
const NAMED_HOST = /(?<![a-z\d_.-])[.-]*([a-z\d_][a-z\d_.-]*\.[a-z\d-]+)|localhost|\[[\da-f:.]+\]/g;

function hostsIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const named = [...lower.matchAll(NAMED_HOST)].map(([whole, name = whole]) => name);
  const [, addressed] = /\/\/(?:[^/?#@]*@)?([a-z\d_.-]+)/.exec(lower) ?? [];
  return [...named, ...(addressed === undefined ? [] : [addressed])].map(canonicalHost);
}

// Allow: every part, and nothing hidden.

interface Allowing {
  readonly requester: Requester;
  readonly rules: readonly PermissionRule[];
  readonly shipped: Policy['shipped'];
}

/** The rules that allow this part; null if nothing does. */
function coverOf(
  need: Need,
  request: RequestNeeds,
  allowing: Allowing,
): readonly AppliedRule[] | null {
  const { requester, rules, shipped } = allowing;
  const one = (test: (match: RuleMatch) => boolean) => {
    const found = rules.find(({ match }) => test(match));
    return found ? [appliedRule(found)] : null;
  };
  const ofKind = (kinds: readonly ToolKind[]) =>
    one((match) => match.type === 'kind' && kinds.includes(match.kind));
  switch (need.type) {
    case 'command': {
      const { line } = need;
      if (line.type === 'unreadable' || need.armsItself) return null;
      const isSealed = requester.isolation === 'sealed';
      if (isSealed && shipped.sealedCommands) return [shippedRule('sealedCommands')];
      return ofKind(['execute']) ?? commandCover(need, rules, requester.cwd);
    }
    case 'path': {
      const { place, access } = need;
      // Writes to the user's own files are always reviewed.
      const isCopy = worksInCopy(requester.isolation);
      if (access === 'write' && (!isCopy || place.risk.type !== 'ordinary')) return null;
      const isOwn = isCopy && place.below !== null;
      if (isOwn && shipped.copyEdits) return [shippedRule('copyEdits')];
      return (
        ofKind(access === 'write' ? ['edit', 'delete', 'move'] : ['read', 'search']) ??
        one(
          (match) =>
            match.type === 'path' &&
            match.access === access &&
            matchesPattern(match.pattern, place),
        )
      );
    }
    case 'host': {
      const { host } = need;
      if (host === null) return null;
      return (
        ofKind(['fetch']) ?? one((match) => match.type === 'host' && matchesHost(match.host, host))
      );
    }
    case 'tool': {
      const isPlain = ['think', 'other', 'fetch', 'read', 'search'].includes(request.kind);
      return (
        one((match) => match.type === 'tool' && match.name === request.tool) ??
        (isPlain ? ofKind([request.kind]) : null)
      );
    }
  }
}

function commandCover(
  { line, isOrdinary }: Extract<Need, { type: 'command' }>,
  rules: readonly PermissionRule[],
  cwd: string,
): readonly AppliedRule[] | null {
  if (line.type === 'unreadable' || line.plain === null || !isOrdinary) return null;
  const commands = line.plain;
  const covers: AppliedRule[] = [];
  for (const [index, { words }] of commands.entries()) {
    const isAlone = commands.length === 1;
    if (index === 0 && !isAlone && staysInside(words, cwd)) continue;
    if (!isAlone && changesShell(words[0]?.text ?? '')) return null;
    const found = rules.find(({ match }) => match.type === 'command' && isCovered(match, words));
    if (found === undefined) return null;
    covers.push(appliedRule(found));
  }
  return covers.length === 0 ? null : covers;
}

/** Whether a command goes to a folder below the session's own, where the same rules apply. */
function staysInside(words: readonly CommandWord[], cwd: string): boolean {
  const [name, folder, ...more] = words;
  if (name?.text !== 'cd' || folder?.form !== 'plain' || more.length > 0) return false;
  if (folder.text.startsWith('-') || folder.text.split('/').includes('..')) return false;
  const { below, path } = placeOf(folder.text, { cwd });
  return below !== null || path === placeOf('.', { cwd }).path;
}

function isCovered(
  { words: wanted, more }: Extract<RuleMatch, { type: 'command' }>,
  words: readonly CommandWord[],
): boolean {
  if (more ? words.length < wanted.length : words.length !== wanted.length) return false;
  const added = words.slice(wanted.length).map(({ text }) => text);
  if (hasEscape(wanted[0] ?? '', added)) return false;
  return words.every(({ text, form }, index) =>
    index < wanted.length
      ? form === 'plain' && text === wanted[index]
      : form === 'plain' || form === 'pattern',
  );
}

function shippedRule(id: ShippedRule): AppliedRule {
  return { id, name: SHIPPED_RULES[id], scope: 'shipped' };
}

/** A pattern without `/` is a name at any depth; `/` at the end is the folder and all below it. */
function wholePattern(pattern: string): string {
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern;
  return whole.includes('/') ? whole : `**/${whole}`;
}

function matchesPattern(pattern: string, { path, below }: RequestPlace): boolean {
  const isAbsolute = pattern.startsWith('/');
  const subject = isAbsolute ? path : below;
  if (subject === null) return false;
  const parsed = GlobPattern.parse(wholePattern(pattern));
  if (!parsed.ok) return false;
  let state = parsed.value.start();
  for (const part of subject.split('/').filter(Boolean)) state = state.enter(part);
  return state.isMatch;
}

function matchesHost(rule: string, host: string): boolean {
  return rule.startsWith('*.') ? host.endsWith(rule.slice(1)) : host === canonicalHost(rule);
}
