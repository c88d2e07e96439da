import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HiddenIds } from '#main/agents/lines/message';
import { withoutEscapes } from '#main/agents/process/withoutEscapes';
import type { Disposable } from '#main/base/disposable';
import { redactMessage, redactText, redactTokens } from '#main/base/secrets/redact';
import { secretValues } from '#main/base/secrets/secretValues';
import { plannedEdits } from '#main/host/changes/plannedEdits';
import { FrameLabels } from '#main/host/inspector/frameLabels';
import { refusedPaths } from '#main/host/seal/refusedPaths';
import { toMatchExpression } from '#main/host/store/search/searchQuery';
import { splitLines } from '#shared/airlock/diff/lines';
import { leadsIntoGit } from '#shared/airlock/gitName';
import { selfArmingTest } from '#shared/airlock/selfArming';
import { readReport } from '#shared/checks/checkReport';
import { plainLine } from '#shared/permissions/plainLine';
import { fuzzyMatch } from '#shared/text/fuzzyMatch';
import { GlobPattern } from '#shared/text/globPattern';
import { plainOutput } from '#shared/text/plainOutput';
import { visiblePath, visibleWords } from '#shared/text/visiblePath';
import { wordsOf } from '#shared/text/words';
import { slowTexts } from '#test/support/slowTexts';

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
};

let secrets: Disposable;
beforeAll(() => {
  secrets = secretValues.add(['aaaaaaaaaaaaaaaaaaaab', 'sk-0a.b/c+d=e-f_g', 'a.a/a.a/a.a/a.a/1']);
});
afterAll(() => secrets.dispose());

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
