import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HiddenIds } from '#main/agents/lines/message';
import { withoutEscapes } from '#main/agents/process/withoutEscapes';
import { resultContent } from '#main/agents/wires/claude/translate/contentBlocks';
import type { Disposable } from '#main/base/disposable';
import { redactMessage, redactText, redactTokens } from '#main/base/secrets/redact';
import { secretValues } from '#main/base/secrets/secretValues';
import { plannedEdits } from '#main/host/changes/plannedEdits';
import { FrameLabels } from '#main/host/inspector/frameLabels';
import { refusedPaths } from '#main/host/seal/refusedPaths';
import { toMatchExpression } from '#main/host/store/search/searchQuery';
import { splitLines } from '#shared/airlock/diff/lines';
import { leadsIntoGit } from '#shared/airlock/gitName';
import { agentsInMessage } from '#shared/airlock/provenance/commitMarks';
import { selfArmingTest } from '#shared/airlock/selfArming';
import { readReport } from '#shared/checks/checkReport';
import type { AgentId, RuleId, SessionId } from '#shared/ids';
import type { ReadLine } from '#shared/permissions/commandLine';
import { judge, type Policy, type Requester } from '#shared/permissions/judge';
import { plainLine } from '#shared/permissions/plainLine';
import { type RequestNeeds, requestNeeds } from '#shared/permissions/requestNeeds';
import { toolTitle } from '#shared/session/tool/toolTitle';
import { fuzzyMatch } from '#shared/text/fuzzyMatch';
import { GlobPattern } from '#shared/text/globPattern';
import { plainOutput } from '#shared/text/plainOutput';
import { visiblePath, visibleWords } from '#shared/text/visiblePath';
import { wordsOf } from '#shared/text/words';
import { slowTexts } from '#test/support/slowTexts';

const read: ReadLine = (line) => {
  const words = line.split(' ').map((text) => ({ text, form: 'plain' }) as const);
  return { type: 'read', commands: [{ words, writes: [] }], plain: null };
};
const requester: Requester = {
  sessionId: 'ses_scanned0' as SessionId,
  agent: 'agent' as AgentId,
  project: '/p',
  cwd: '/p',
  isolation: 'isolated',
};
const rule = {
  id: 'rule' as RuleId,
  effect: 'deny',
  match: { type: 'host', host: 'example.com' },
  scope: { type: 'always' },
  agent: null,
} as const;
const policy: Policy = { rules: [rule], shipped: { copyEdits: false, sealedCommands: false } };

/** What reads text that an agent or a program wrote, where somebody waits for it. */
const scanners: Readonly<Record<string, (text: string) => unknown>> = {
  visiblePath,
  visibleWords,
  plainOutput,
  withoutEscapes,
  splitLines,
  leadsIntoGit,
  wordsOf,
  redactText,
  redactMessage,
  redactTokens,
  'redacting text in pieces': (text) => secretValues.redactPiece(text),
  'finding the start of a secret': (text) => secretValues.unfinishedLength(text),
  'hiding ids': (text) => new HiddenIds().hide({ id: text }),
  'naming a frame': (text) =>
    new FrameLabels().of({
      number: 1,
      at: 0,
      direction: 'in',
      bytes: text.length,
      text,
      isCut: false,
    }),
  'self-arming, of a path': selfArmingTest(),
  toMatchExpression,
  'fuzzyMatch, of the text': (text) => fuzzyMatch('abcx', text),
  'glob, of the name': (text) => globOf('*a*b*c*x').enter(text).isMatch,
  'glob, of the pattern': (text) => GlobPattern.parse(text),
  'the report of a check': readReport,
  'the same as JUnit': (text) => readReport(`<testsuite><testcase ${text}>`),
  'the same as pytest': (text) => readReport(`12 failed, ${text}`),
  'the same as Vitest': (text) => readReport(`  Tests  1 failed (1)\n FAIL  ${text}`),
  refusedPaths: (text) => refusedPaths(`ENOENT ${text}`),
  plainLine,
  'planned edits, of a patch': (text) =>
    plannedEdits({ input: `*** Begin Patch\n*** Update File: a\n${text}`, kind: 'edit' }),
  'planned edits, of a unified patch': (text) =>
    plannedEdits({ input: `--- a${text}\r\n+++ a\n@@ -1 +1 @@\n-a\n+b\n`, kind: 'edit' }),
  'the result of a tool, with an aside': (text) => resultContent(`<system-reminder>${text}`),
  'the agents of a commit': (text) => agentsInMessage(`a\n\nAssisted-by: ${text}\r`),
  'the title of a tool': (text) =>
    toolTitle({ title: `${text}x`, name: null, toolKind: 'other', input: null }, []),
  'the host of a request': (text) => needsOf({ url: `http://a${text}a/` }),
  'the words of a command': (text) => needsOf({ command: `tee {${text}` }),
  'the folder of a command': (text) => needsOf({ command: `cd ${text} a`, cwd: `/p/${text}` }),
  'rules, for the words of a command': (text) =>
    judge(needsOf({ command: `curl ${text}` }), requester, policy),
};

let secrets: Disposable;
beforeAll(() => {
  secrets = secretValues.add(['aaaaaaaaaaaaaaaaaaaab', 'sk-0a.b/c+d=e-f_g', 'a.a/a.a/a.a/a.a/1']);
});
afterAll(() => secrets.dispose());

function needsOf(input: object): RequestNeeds {
  const asked = {
    title: 'Run',
    name: null,
    toolKind: 'execute',
    content: [],
    locations: [],
  } as const;
  return requestNeeds({ ...asked, input: JSON.stringify(input) }, { cwd: '/p', read });
}

function globOf(pattern: string) {
  const parsed = GlobPattern.parse(pattern);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.start();
}

describe.each(Object.entries(scanners))('%s', (_, scan) => {
  it('takes time linear in the length of the text, whatever it contains', () => {
    expect(slowTexts(scan)).toEqual([]);
  });
});
