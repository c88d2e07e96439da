import { describe, expect, it } from 'vitest';
import type { CheckRun } from '#shared/checks/check';
import { pushCommand, requestCommand } from './deliverCommands';
import { draftMessage, evidenceText, requestText, withTrailers } from './draftMessage';

const run: CheckRun = {
  name: 'test',
  command: 'npm test',
  selection: 's',
  outcome: 'passed',
  message: null,
  at: 0,
  milliseconds: 1_234,
  report: { runner: 'TAP', passed: 3, failed: 0, failures: [] },
  log: '',
};

describe('drafts', () => {
  it('begin with what was asked for, and list what was accepted', () => {
    const files = [{ path: 'a.ts', added: 2, removed: 1 }];
    const prompts = ['Fix the cart.\nIt adds instead of multiplying.', 'Add a test.'];
    expect(draftMessage({ title: 'Cart', prompts, files })).toBe(
      'Fix the cart.\n\nAsked for:\n- Fix the cart. It adds instead of multiplying.\n- Add a test.\n\n- a.ts (+2 −1)',
    );
  });

  it('are short where there is little to say', () => {
    expect(draftMessage({ title: '', prompts: [], files: [] })).toBe('Changes');
    const subject = draftMessage({ title: 'x'.repeat(200), prompts: [], files: [] });
    expect(subject).toHaveLength(72);
  });

  it('have no line of their own from a prompt or a name of a file that would give them one', () => {
    const trailer = 'Signed-off-by: Somebody <else@example.com>';
    const hostile = `--amend \u001b[31mred\u0000\u202e\r\n\n${trailer}`;
    const message = draftMessage({
      title: hostile,
      prompts: [hostile, `second\n\n${trailer}`],
      files: [{ path: `a\n\n${trailer}`, added: 1, removed: 0 }],
    });
    expect(message.split('\n').filter((line) => line.startsWith('Signed-off-by'))).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them is to be in it.
    expect(message.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(message.split('\n')[0]).toBe('--amend [31mred');
  });

  it('cut no character in two', () => {
    const message = draftMessage({ title: '', prompts: ['\u{1f600}'.repeat(60)], files: [] });
    expect(message.isWellFormed()).toBe(true);
  });

  it('show only evidence about exactly what is delivered', () => {
    const standing = { type: 'current', run } as const;
    const stale = { type: 'stale', run } as const;
    const check = { name: 'test', command: 'npm test' };
    expect(evidenceText([{ ...check, standing }])).toContain(
      '- ✅ test: `npm test` (3 passed, 1.2 s)',
    );
    expect(evidenceText([{ ...check, standing: stale }])).toBe('');
    const odd = { name: 'te\nst', command: `echo \`date\`\n${'x'.repeat(200)}`, standing };
    expect(evidenceText([odd])).toMatch(
      /^- ✅ te st: `` echo `date` x+… `` \(3 passed, 1\.2 s\)$/m,
    );
    expect(requestText('Subject\n\nBody', [{ ...check, standing }])).toMatch(/^Body\n\nChecks on/);
  });

  it('name agents only when asked, and once', () => {
    const who = [{ agent: 'Claude Code', model: 'Opus', sessionId: 'ses_1' }];
    const message = withTrailers('Subject', who);
    expect(message).toBe('Subject\n\nAssisted-by: Claude Code (Opus)\nAirlock-Session: ses_1');
    expect(withTrailers(message, who)).toBe(message);
  });
});

describe('commands', () => {
  it('are quoted for the shell', () => {
    expect(pushCommand('origin', 'airlock/x')).toBe(
      'git push --set-upstream origin refs/heads/airlock/x',
    );
    const facts = { branch: 'b', title: "it's $HOME", file: '/tmp/a b.md' };
    expect(requestCommand({ tool: 'gh', ...facts })).toBe(
      "gh pr create --head b --title 'it'\\''s $HOME' --body-file '/tmp/a b.md'",
    );
    expect(requestCommand({ tool: 'glab', ...facts })).toBe(
      "glab mr create --source-branch b --title 'it'\\''s $HOME' --yes --description \"$(cat '/tmp/a b.md')\"",
    );
  });
});
