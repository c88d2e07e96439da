import { describe, expect, it } from 'vitest';
import type { AgentId, SessionId } from '#shared/ids';
import { judge } from '#shared/permissions/judge';
import { requestNeeds } from '#shared/permissions/requestNeeds';
import type { RuleDraft, RuleEffect } from '#shared/permissions/rule';
import { ruleFault } from '#shared/permissions/rule';
import type { AskedFacts } from '#shared/session/request/askedFacts';
import { noFacts } from '#shared/session/request/askedFacts';
import { effectOf, here, off, read, rule, ruleOf, run, shipped } from '#test/support/judging';

// Shows I27.

/** By the rules that the case begins with. */
type Case = readonly [command: string | readonly string[], expected: RuleEffect];

const tables: Readonly<Record<string, { rules: readonly string[]; cases: readonly Case[] }>> = {
  'an exact command': {
    rules: ['allow npm test'],
    cases: [
      ['npm test', 'allow'],
      ['  npm   test  ', 'allow'],
      ['npm test;', 'allow'],
      ['npm test\n', 'allow'],
      ['npm\ttest', 'allow'],
      ['npm "test"', 'allow'],
      ["npm 'test'", 'allow'],
      ['npm test 2>&1', 'allow'],
      ['npm test > /dev/null', 'allow'],
      ['npm test 2>/dev/null', 'allow'],
      ['npm test < /dev/null', 'allow'],
      ['npm test && npm test', 'allow'],
      ['npm test\nnpm test', 'allow'],
      ['cd packages/a && npm test', 'allow'],
      ['cd /work/packages/a && npm test', 'allow'],
      ['cd /work && npm test', 'allow'],
      [['npm', 'test'], 'allow'],
      [['bash', '-lc', 'npm test'], 'allow'],
      [['/bin/sh', '-c', 'npm test'], 'allow'],
      ['npm', 'ask'],
      ['npm test -- --watch', 'ask'],
      ['npm testing', 'ask'],
      ['npm run test', 'ask'],
      ['xnpm test', 'ask'],
      ['/tmp/npm test', 'ask'],
      ['./npm test', 'ask'],
      ['NPM test', 'ask'],
      ['npm TEST', 'ask'],
      ['cd .. && npm test', 'ask'],
      ['cd / && npm test', 'ask'],
      ['cd - && npm test', 'ask'],
      ['cd && npm test', 'ask'],
      ['cd ~ && npm test', 'ask'],
      ['cd a/../.. && npm test', 'ask'],
      ['cd $HOME && npm test', 'ask'],
      ['npm test && cd packages', 'ask'],
      [['npm', 'test '], 'ask'],
      [['npm test'], 'ask'],
      [['bash', '-c', 'npm test; rm -rf x'], 'ask'],
      [['bash', '-c', 'npm test', 'rm'], 'ask'],
      [['bash', '--rcfile', 'x', '-c', 'npm test'], 'ask'],
      [['/tmp/bash', '-c', 'npm test'], 'ask'],
    ],
  },
  'a command in disguise matches no narrower rule that allows': {
    rules: ['allow npm test', 'allow npm run …', 'allow echo …', 'allow cat …', 'allow ls …'],
    cases: [
      ['n"p"m test', 'ask'],
      ["n''pm test", 'ask'],
      ['"npm" test; rm x', 'ask'],
      ['\\npm test', 'ask'],
      ['npm te\\st', 'ask'],
      ['np\\\nm test', 'ask'],
      ['npm \\\ntest', 'ask'],
      ["$'npm' test", 'ask'],
      ["$'\\x6epm' test", 'ask'],
      ['$"npm" test', 'ask'],
      ['$(npm) test', 'ask'],
      ['$(echo npm) test', 'ask'],
      ['`echo npm` test', 'ask'],
      ['npm $(echo test)', 'ask'],
      ['npm test $(rm x)', 'ask'],
      ['npm test `rm x`', 'ask'],
      ['npm test "$(rm x)"', 'ask'],
      ['npm test <(rm x)', 'ask'],
      ['npm test >(rm x)', 'ask'],
      ['npm run $SCRIPT', 'ask'],
      ['npm run $\x7bSCRIPT:-x}', 'ask'],
      ['npm run "$SCRIPT"', 'ask'],
      ['echo $(rm x)', 'ask'],
      ['echo "a $(rm x) b"', 'ask'],
      ['echo `rm x`', 'ask'],
      ['echo $\x7bx:-$(rm y)}', 'ask'],
      ['echo $((a[$(rm x)]))', 'ask'],
      ['echo {a,b}', 'ask'],
      ['echo ~root', 'ask'],
      ['echo a\\ b', 'ask'],
      ['echo a"b"', 'ask'],
      ['echo "!!"', 'ask'],
      ['eval npm test', 'ask'],
      ['eval "npm test"', 'ask'],
      ['sh -c "npm test"', 'ask'],
      ["bash -c 'npm test'", 'ask'],
      ['bash -lc "npm test"', 'ask'],
      ['env npm test', 'ask'],
      ['env A=1 npm test', 'ask'],
      ['/usr/bin/env npm test', 'ask'],
      ['sudo npm test', 'ask'],
      ['xargs npm test', 'ask'],
      ['echo test | xargs npm', 'ask'],
      ['find . -exec npm test ;', 'ask'],
      ['find . -exec npm test \\;', 'ask'],
      ['nohup npm test', 'ask'],
      ['timeout 5 npm test', 'ask'],
      ['command npm test', 'ask'],
      ['exec npm test', 'ask'],
      ['time npm test', 'ask'],
      ['! npm test', 'ask'],
      ['A=1 npm test', 'ask'],
      ['PATH=/tmp npm test', 'ask'],
      ['LD_PRELOAD=x npm test', 'ask'],
      ['A=1; npm test', 'ask'],
      ['export PATH=/tmp; npm test', 'ask'],
      ['alias npm=rm; npm test', 'ask'],
      ['npm() { rm x; }; npm test', 'ask'],
      ['function npm { rm x; }; npm test', 'ask'],
      ['hash -p /tmp/x npm; npm test', 'ask'],
      ['source x && npm test', 'ask'],
      ['. ./x && npm test', 'ask'],
      ['set -- x; npm test', 'ask'],
      ['trap "rm x" EXIT; npm test', 'ask'],
      ['npm test; rm x', 'ask'],
      ['npm test && rm x', 'ask'],
      ['npm test || rm x', 'ask'],
      ['npm test | rm x', 'ask'],
      ['npm test |& cat x', 'ask'],
      ['npm test\nrm x', 'ask'],
      ['npm test\r\nrm x', 'ask'],
      ['npm test & rm x', 'ask'],
      ['npm test &', 'ask'],
      ['(npm test)', 'ask'],
      ['{ npm test; }', 'ask'],
      ['if true; then npm test; fi', 'ask'],
      ['while true; do npm test; done', 'ask'],
      ['for i in a; do npm test; done', 'ask'],
      ['case a in a) npm test;; esac', 'ask'],
      ['[[ -f x ]] && npm test', 'ask'],
      ['coproc npm test', 'ask'],
      ['npm test > out.txt', 'ask'],
      ['npm test >> out.txt', 'ask'],
      ['npm test >| out.txt', 'ask'],
      ['npm test &> out.txt', 'ask'],
      ['npm test 2> out.txt', 'ask'],
      ['npm test > /dev/null/../x', 'ask'],
      ['npm test >/dev/nullx', 'ask'],
      ['> x npm test', 'ask'],
      ['npm test < input', 'ask'],
      ['npm test <> x', 'ask'],
      ['npm test >&x', 'ask'],
      ['cat <<EOF\nx\nEOF', 'ask'],
      ['cat <<EOF > .bashrc\nx\nEOF', 'ask'],
      ['cat <<< x', 'ask'],
      ['/*/npm test', 'ask'],
      ['np? test', 'ask'],
      ['n[p]m test', 'ask'],
      ['{npm,test}', 'ask'],
      ['=npm test', 'ask'],
      ['nрm test', 'ask'], // Cyrillic er
      ['ｎｐｍ test', 'ask'], // full width
      ['npm\u00a0test', 'ask'],
      ['npm\u200b test', 'ask'],
      ['npm test\u202e', 'ask'],
      ['echo "a\u202eb"', 'ask'],
      ['echo "a\u0007b"', 'ask'],
      ['npm test # comment', 'ask'],
      ['npm test;;', 'ask'],
      ['npm test &&', 'ask'],
      ['&& npm test', 'ask'],
      ['"npm test', 'ask'],
      ['npm test)', 'ask'],
      ['echo '.repeat(4_000), 'ask'],
      [`echo ${'$('.repeat(2_000)}`, 'ask'],
      [`echo ${'`'.repeat(2_000)}`, 'ask'],
      ['echo a && echo b', 'allow'],
      ['echo "it is done; really"', 'allow'],
      ["echo 'a | b && c'", 'allow'],
      ['ls src/*.ts', 'allow'],
      ['ls a?.ts | cat -', 'allow'],
      ['npm run build -- --mode=production', 'allow'],
      ['npm run "a b"', 'allow'],
      ["echo 'first\nsecond'", 'allow'],
      ['echo "naïve café"', 'allow'],
      ['echo =ls', 'ask'],
      ['echo a=b', 'allow'],
    ],
  },
  'rules too wide to be kept allow nothing': {
    rules: [
      'allow sh …',
      'allow env …',
      'allow xargs …',
      'allow find …',
      'allow sudo …',
      'allow node …',
      'allow npm …',
      'allow git …',
      'allow python3 -c …',
      'allow sed …',
    ],
    cases: [
      ['sh x', 'ask'],
      ['env x', 'ask'],
      ['xargs rm', 'ask'],
      ['find . -delete', 'ask'],
      ['sudo rm x', 'ask'],
      ['node -e x', 'ask'],
      ['npm exec x', 'ask'],
      ['git -c alias.x=y x', 'ask'],
      ['python3 -c x', 'ask'],
      ['sed -i s/a/b/ x', 'ask'],
    ],
  },
  'an exact command of a program that runs others': {
    rules: ['allow env CI=1 npm test', 'allow find . -name x', 'allow node scripts/a.js …'],
    cases: [
      ['env CI=1 npm test', 'allow'],
      ['env CI=2 npm test', 'ask'],
      ['find . -name x', 'allow'],
      ['find . -name x -delete', 'ask'],
      ['node scripts/a.js --fast', 'allow'],
      ['node scripts/b.js', 'ask'],
    ],
  },
  'deny comes first, and any part that may match is enough': {
    rules: ['allow git push …', 'allow npm test', 'allow echo …', 'deny rm', 'deny git push'],
    cases: [
      ['rm x', 'deny'],
      ['rm', 'deny'],
      ['/bin/rm x', 'deny'],
      ['RM x', 'deny'],
      ['ｒｍ x', 'deny'],
      ['rm.exe x', 'deny'],
      ['r"m" x', 'deny'],
      ['r\\m x', 'deny'],
      ["$'\\x72m' x", 'deny'],
      ['npm test; rm x', 'deny'],
      ['npm test && rm x', 'deny'],
      ['npm test | rm x', 'deny'],
      ['npm test\nrm x', 'deny'],
      ['npm test & rm x', 'deny'],
      ['echo $(rm x)', 'deny'],
      ['echo "`rm x`"', 'deny'],
      ['echo $\x7bx:-$(rm y)}', 'deny'],
      ['diff <(rm x) y', 'deny'],
      ['A=$(rm x) npm test', 'deny'],
      ['A=1 rm x', 'deny'],
      ['sh -c "rm x"', 'deny'],
      ['bash -c "echo a; rm x"', 'deny'],
      ['sh -c \'sh -c "rm x"\'', 'deny'],
      ['eval "rm x"', 'deny'],
      ['eval rm x', 'deny'],
      ['env A=1 rm x', 'deny'],
      ['sudo -u root rm x', 'deny'],
      ['xargs rm', 'deny'],
      ['xargs -0 -n1 rm -f', 'deny'],
      ['find . -name x -exec rm {} +', 'deny'],
      ['timeout -k 5 10 rm x', 'deny'],
      ['command rm x', 'deny'],
      ['alias x=rm; x y', 'deny'],
      ['alias x="rm -f"; x y', 'deny'],
      ['f() { rm x; }; f', 'deny'],
      ['if true; then rm x; fi', 'deny'],
      ['(rm x)', 'deny'],
      ['bash <<EOF\nrm x\nEOF', 'deny'],
      ['bash <<< "rm x"', 'deny'],
      ['cat <<EOF\n$(rm x)\nEOF', 'deny'],
      ['echo rm x | sh', 'deny'],
      ['$X y', 'deny'],
      ['$(echo rm) x', 'deny'],
      ['/bin/r? x', 'deny'],
      ['{rm,x}', 'deny'],
      ['npm exec -c "rm x"', 'deny'],
      ['"unclosed', 'deny'],
      ['git push', 'deny'],
      ['git push origin main', 'deny'],
      ['git -C x push', 'deny'],
      ['git $X', 'deny'],
      ['git p*', 'deny'],
      [['rm', 'x'], 'deny'],
      [['bash', '-lc', 'rm x'], 'deny'],
      [['env', 'rm', 'x'], 'deny'],
      ['npm test', 'allow'],
      ['echo rm', 'allow'],
      ['echo "git push"', 'allow'],
      ['git status', 'ask'],
      ['git commit -m "rm the file"', 'ask'],
      ['rmdir x', 'ask'],
      ['npm rm', 'ask'],
      ['cat <<EOF\nrm x\nEOF', 'ask'],
    ],
  },
  'ask comes before allow': {
    rules: ['allow npm run …', 'ask npm run deploy'],
    cases: [
      ['npm run build', 'allow'],
      ['npm run deploy', 'ask'],
      ['npm run --silent deploy', 'ask'],
      ['npm run build && npm run deploy', 'ask'],
      ['npm run dep*', 'ask'],
    ],
  },
};

let cases = 0;
for (const [name, table] of Object.entries(tables)) {
  describe(name, () => {
    for (const [command, expected] of table.cases) {
      cases++;
      const shown = JSON.stringify(command);
      it(`${expected}: ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}`, () => {
        expect(effectOf(run(command), table.rules.map(ruleOf))).toBe(expected);
      });
    }
  });
}

it('has at least 150 commands', () => expect(cases).toBeGreaterThanOrEqual(150));

describe('what else decides about a command', () => {
  const rules = () => [ruleOf('allow npm test')];
  it.each([
    [{ cwd: '/work' }, 'allow'],
    [{ cwd: '/work/packages/a' }, 'allow'],
    [{ cwd: '/elsewhere' }, 'ask'],
    [{ cwd: '/work/../elsewhere' }, 'ask'],
    [{ cwd: '/workshop' }, 'ask'],
    [{ env: { A: '1' } }, 'ask'],
    [{ env: [{ name: 'PATH', value: '/tmp' }] }, 'ask'],
  ] as const)('%j', (more, expected) => {
    expect(effectOf(run('npm test', more), rules())).toBe(expected);
  });

  it('asks where the request names a file to write as well', () => {
    const asked = { ...run('npm test'), content: [diff('src/a.ts')] };
    expect(effectOf(asked, rules())).toBe('ask');
  });

  it('asks where the command is too long to be part of the log', () => {
    const input = { blob: 'x' as never, bytes: 10 };
    expect(effectOf({ ...noFacts, toolKind: 'execute', input }, rules())).toBe('ask');
  });

  it('does not believe the kind that the agent gives its tool', () => {
    const allowsReading = rule('allow', { type: 'kind', kind: 'read' });
    const asked = { ...run('rm x'), toolKind: 'read' } as const;
    expect(effectOf(asked, [allowsReading])).toBe('ask');
  });
});

const diff = (path: string) => ({ type: 'diff', path, before: null, after: 'x' }) as const;
const edit = (path: string): AskedFacts => ({
  ...noFacts,
  toolKind: 'edit',
  content: [diff(path)],
});
const readFile = (path: string): AskedFacts => ({
  ...noFacts,
  toolKind: 'read',
  locations: [{ path }],
});

describe('paths', () => {
  const writes = (effect: RuleEffect, pattern: string) =>
    rule(effect, { type: 'path', pattern, access: 'write' });
  const reads = (effect: RuleEffect, pattern: string) =>
    rule(effect, { type: 'path', pattern, access: 'read' });
  it.each([
    ['isolated', edit('docs/a.md'), writes('allow', 'docs/'), 'allow'],
    ['isolated', edit('/work/docs/b/a.md'), writes('allow', 'docs/**'), 'allow'],
    ['isolated', edit('docs/../src/a.ts'), writes('allow', 'docs/'), 'ask'],
    ['isolated', edit('Docs/a.md'), writes('allow', 'docs/'), 'ask'],
    ['isolated', edit('/elsewhere/a.md'), writes('allow', '**'), 'ask'],
    ['isolated', edit('/elsewhere/a.md'), writes('allow', '/elsewhere/**'), 'ask'],
    ['isolated', edit('.git/hooks/x'), writes('allow', '**'), 'ask'],
    ['isolated', edit('.mcp.json'), rule('allow', { type: 'kind', kind: 'edit' }), 'ask'],
    ['in-place', edit('docs/a.md'), writes('allow', 'docs/'), 'ask'],
    ['in-place', edit('docs/a.md'), rule('allow', { type: 'kind', kind: 'edit' }), 'ask'],
    ['isolated', edit('migrations/1.sql'), writes('deny', 'migrations/'), 'deny'],
    ['isolated', edit('Migrations/1.sql'), writes('deny', 'migrations/'), 'deny'],
    ['isolated', edit('a/b/.env'), writes('deny', '.env'), 'deny'],
    ['isolated', edit('a/./b/../.env'), writes('deny', '.env'), 'deny'],
    ['in-place', run('echo x > .env'), writes('deny', '.env'), 'deny'],
    ['in-place', run('echo x > $F'), writes('deny', '.env'), 'deny'],
    ['in-place', run('tee ".env"'), writes('deny', '.env'), 'deny'],
    ['in-place', readFile('src/a.ts'), reads('allow', 'src/'), 'allow'],
    ['in-place', readFile('src/a.ts'), writes('allow', 'src/'), 'ask'],
    ['in-place', readFile('/etc/passwd'), reads('allow', '/etc/passwd'), 'allow'],
    ['in-place', readFile('/etc/passwd'), reads('allow', '**'), 'ask'],
    ['in-place', readFile('.env'), reads('deny', '.env'), 'deny'],
    ['in-place', run('cat .env'), reads('deny', '.env'), 'deny'],
  ] as const)('%s %#', (isolation, asked, given, expected) => {
    expect(effectOf(asked, [given], { isolation })).toBe(expected);
  });
});

describe('hosts and tools', () => {
  const fetch = (url: string): AskedFacts => ({
    ...noFacts,
    toolKind: 'fetch',
    input: JSON.stringify({ url }),
  });
  const host = (effect: RuleEffect, name: string) => rule(effect, { type: 'host', host: name });
  const tool: AskedFacts = { ...noFacts, name: 'mcp__github__create_issue' };
  const mode: AskedFacts = { ...noFacts, toolKind: 'switch_mode', name: 'ExitPlanMode' };
  it.each([
    [fetch('https://example.com/a'), host('allow', 'example.com'), 'allow'],
    [fetch('https://EXAMPLE.com./a'), host('allow', 'example.com'), 'allow'],
    [fetch('https://example.com@evil.org/'), host('allow', 'example.com'), 'ask'],
    [fetch('https://example.com.evil.org/'), host('allow', 'example.com'), 'ask'],
    [fetch('https://evil.org\\@example.com/'), host('allow', 'example.com'), 'ask'],
    [fetch('https://a.example.com/'), host('allow', 'example.com'), 'ask'],
    [fetch('https://a.example.com/'), host('allow', '*.example.com'), 'allow'],
    [fetch('https://badexample.com/'), host('allow', '*.example.com'), 'ask'],
    [fetch('file:///etc/passwd'), host('allow', 'example.com'), 'ask'],
    [fetch('https://example.com/a'), host('deny', 'example.com'), 'deny'],
    [run('curl -s https://example.com/x'), host('deny', 'example.com'), 'deny'],
    [run('ssh git@example.com'), host('deny', 'example.com'), 'deny'],
    [tool, rule('allow', { type: 'tool', name: 'mcp__github__create_issue' }), 'allow'],
    [tool, rule('allow', { type: 'tool', name: 'mcp__github' }), 'ask'],
    [tool, rule('allow', { type: 'kind', kind: 'other' }), 'allow'],
    [tool, rule('deny', { type: 'tool', name: 'mcp__github__create_issue' }), 'deny'],
    [mode, rule('allow', { type: 'kind', kind: 'switch_mode' }), 'ask'],
    [mode, rule('allow', { type: 'tool', name: 'ExitPlanMode' }), 'ask'],
    [run('ls'), rule('allow', { type: 'kind', kind: 'execute' }), 'allow'],
    [run('ls $X > a.txt'), rule('allow', { type: 'kind', kind: 'execute' }), 'allow'],
    [run('ls $X > .git/hooks/x'), rule('allow', { type: 'kind', kind: 'execute' }), 'ask'],
    [run('"'), rule('allow', { type: 'kind', kind: 'execute' }), 'ask'],
    [run('ls'), rule('deny', { type: 'kind', kind: 'execute' }), 'deny'],
    [{ ...run('ls'), toolKind: 'other' }, rule('deny', { type: 'kind', kind: 'execute' }), 'deny'],
  ] as const)('%#', (asked, given, expected) => {
    expect(effectOf(asked, [given])).toBe(expected);
  });
});

describe('scope', () => {
  const at = (more: Partial<RuleDraft>) => [{ ...ruleOf('allow npm test'), ...more }];
  it.each([
    [at({ scope: { type: 'always' } }), 'allow'],
    [at({ scope: { type: 'project', folder: '/project' } }), 'allow'],
    [at({ scope: { type: 'project', folder: '/project/sub' } }), 'ask'],
    [at({ scope: { type: 'project', folder: '/other' } }), 'ask'],
    [at({ scope: { type: 'session', sessionId: here.sessionId } }), 'allow'],
    [at({ scope: { type: 'session', sessionId: 'ses_2' as SessionId } }), 'ask'],
    [at({ agent: here.agent }), 'allow'],
    [at({ agent: 'codex' as AgentId }), 'ask'],
  ] as const)('%#', (rules, expected) => {
    expect(effectOf(run('npm test'), rules)).toBe(expected);
  });
});

describe('rules that come with the app', () => {
  it.each([
    ['sealed', edit('src/a.ts'), 'allow'],
    ['isolated', edit('src/a.ts'), 'allow'],
    ['in-place', edit('src/a.ts'), 'ask'],
    ['sealed', edit('/elsewhere/a.ts'), 'ask'],
    ['sealed', edit('.git/hooks/pre-commit'), 'ask'],
    ['isolated', edit('.vscode/tasks.json'), 'ask'],
    ['sealed', run('rm -rf node_modules && $X'), 'allow'],
    ['isolated', run('ls'), 'ask'],
    ['in-place', run('ls'), 'ask'],
    ['sealed', run('"unclosed'), 'ask'],
    ['sealed', run('echo x > .git/hooks/pre-commit'), 'ask'],
    ['sealed', run('cp a .husky/pre-commit'), 'ask'],
    ['sealed', readFile('src/a.ts'), 'allow'],
    ['sealed', { ...noFacts, toolKind: 'switch_mode', name: 'x' }, 'ask'],
    ['sealed', { ...noFacts, name: 'mcp__x' }, 'ask'],
  ] as const)('%s %#', (isolation, asked, expected) => {
    expect(effectOf(asked, [], { isolation }, shipped)).toBe(expected);
    expect(effectOf(asked, [], { isolation }, off)).toBe('ask');
  });

  it('give way to a rule of the user’s', () => {
    const denied = effectOf(
      run('git push'),
      [ruleOf('deny git push')],
      { isolation: 'sealed' },
      shipped,
    );
    expect(denied).toBe('deny');
  });
});

it('asks for everything while the rules cannot be read', () => {
  const needs = requestNeeds(edit('src/a.ts'), { cwd: '/work', read });
  const policy = { rules: null, shipped };
  expect(judge(needs, { ...here, isolation: 'sealed' }, policy).effect).toBe('ask');
});

it('names every rule that a line needed', () => {
  const rules = [ruleOf('allow npm test'), ruleOf('allow tail …')];
  const needs = requestNeeds(run('npm test | tail -5'), { cwd: '/work', read });
  expect(judge(needs, here, { rules, shipped })).toMatchObject({
    effect: 'allow',
    by: [{ name: 'npm test' }, { name: 'tail …' }],
  });
});

it('says why a rule cannot be kept', () => {
  const faultOf = (text: string) => ruleFault(ruleOf(text));
  expect(faultOf('allow env …')).toMatch(/exact arguments/);
  expect(faultOf('allow npm …')).toMatch(/npm test/);
  expect(faultOf('allow npm run …')).toBeNull();
  expect(faultOf('deny sudo …')).toBeNull();
});
