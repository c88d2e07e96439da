import type { RuleId } from '#shared/ids';
import { worksInCopy } from '#shared/session/isolation';
import { judge, type Requester } from './judge';
import type { RequestNeeds } from './requestNeeds';
import { type PermissionRule, type RuleMatch, ruleFault } from './rule';

/** Rules that together would allow a request; or why none can. */
export type Proposal =
  | { readonly type: 'rules'; readonly matches: readonly RuleMatch[] }
  | { readonly type: 'none'; readonly reason: string };

const none = (reason: string): Proposal => ({ type: 'none', reason });

/** Pure: the narrowest rules that would have allowed this request. */
export function proposeRules(request: RequestNeeds, requester: Requester): Proposal {
  const { kind, tool, needs } = request;
  const { isolation } = requester;
  const matches: RuleMatch[] = [];
  for (const need of needs) {
    switch (need.type) {
      case 'command': {
        if (need.line.type === 'unreadable') return none(need.line.reason);
        if (need.line.plain === null || !need.isOrdinary) return none(HIDDEN_PARTS);
        const commands = need.line.plain.filter(
          ({ words }, index, all) => all.length === 1 || index > 0 || words[0]?.text !== 'cd',
        );
        for (const { words } of commands) {
          if (words.some(({ form }) => form !== 'plain')) return none(HIDDEN_PARTS);
          matches.push({ type: 'command', words: words.map(({ text }) => text), more: false });
        }
        break;
      }
      case 'path':
        if (need.place.below === null) return none('It is outside the session’s folder.');
        if (need.access === 'write') {
          if (!worksInCopy(isolation)) return none(REVIEWED);
          if (need.place.risk.type !== 'ordinary') return none(need.place.risk.reason);
        }
        if (need.place.below.includes('{')) return none('Its name reads like a pattern.');
        matches.push({ type: 'path', pattern: escaped(need.place.below), access: need.access });
        break;
      case 'host':
        if (need.host === null) return none('It does not name a host.');
        matches.push({ type: 'host', host: need.host });
        break;
      case 'tool':
        if (kind === 'switch_mode' || tool === null || tool.trim() === '') {
          return none('The request does not say what it would do.');
        }
        matches.push({ type: 'tool', name: tool });
        break;
    }
  }
  const fault = matches.map((match) => ruleFault({ effect: 'allow', match })).find(Boolean);
  if (fault) return none(fault);
  const unique = [...new Map(matches.map((match) => [JSON.stringify(match), match])).values()];
  return judge(request, requester, { rules: unique.map(tried), shipped: NONE }).effect === 'allow'
    ? { type: 'rules', matches: unique }
    : none('Rules for its parts would not allow it as a whole.');
}

const NONE = { copyEdits: false, sealedCommands: false };

function tried(match: RuleMatch, index: number): PermissionRule {
  const id = `tried_${index}` as RuleId;
  return { id, effect: 'allow', match, scope: { type: 'always' }, agent: null };
}

const HIDDEN_PARTS =
  'Part of what this command runs is hidden, or it writes to a file: no rule can allow it.';
const REVIEWED = 'Edits of your own files always wait for your review.';

/** Letters of a file's name, not of a pattern. */
function escaped(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}
