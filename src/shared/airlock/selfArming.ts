import { foldName } from './foldName';

/**
 * A family of files that some program loads, runs or obeys without being asked for them by name.
 * What only runs when the user starts the build or the tests by name, such as a Makefile or
 * `vite.config.ts`, is ordinary source code.
 */
export interface SelfArmingFamily {
  /**
   * Names at any depth, in lower case. `*` stands for anything within a name, `{a,b}` for one of
   * these, `/` at the end for the folder and all below it, `/` at the beginning for the root only.
   */
  readonly names: readonly string[];
  /** Names that count only as they are spelled here: no tool reads another spelling of them. */
  readonly spelled?: readonly string[];
  /** Names of the family that are harmless, such as what a tool writes itself. */
  readonly except?: readonly string[];
  readonly reason: string;
}

export const selfArmingFamilies: readonly SelfArmingFamily[] = [
  {
    names: ['.git/', '.gitmodules', '.gitattributes', '.gitconfig', '.lfsconfig', '.config/git/'],
    reason: 'Git reads its settings from this file, and they can run programs.',
  },
  {
    names: ['.hg/', '.hgrc', '.svn/', '.jj/', '.sl/', '.bzr/', '.fossil-settings/'],
    reason: 'The version control system can run programs named in this file.',
  },
  {
    names: [
      '.husky/',
      '.huskyrc*',
      'husky.config.*',
      '.{git-,git_,git}hooks/',
      'common/git-hooks/',
      '.lefthook{,-local}/',
      '{,.}lefthook{,-local}.{yml,yaml,json,jsonc,toml}',
      '.pre-commit*',
      '{.,}prek.toml',
      '.lintstagedrc*',
      'lint-staged.config.*',
      '.nano-staged*',
      'nano-staged.{json,js,cjs,mjs}',
      '{.,}simple-git-hooks.{json,js,cjs,mjs}',
      '.commitlintrc*',
      'commitlint.config.*',
      '.overcommit.yml',
      '{.,}captainhook{,.config}.json',
      'grumphp.{yml,yaml,yml.dist,yaml.dist}',
      '.rusty-hook.toml',
      'hk.pkl',
    ],
    reason: 'Its commands can run on every commit.',
  },
  {
    names: ['{.,}justfile', '*.just', 'taskfile{,.dist}.{yml,yaml}'],
    reason: 'It defines the commands behind everyday tasks such as build and test.',
  },
  {
    names: [
      '.mise*',
      '.mise{,-tasks}/',
      'mise{,.*}.toml',
      'mise-tasks/',
      'mise/config{,.*}.toml',
      '.config/mise*',
      '.config/mise/',
      '.rtx*.toml',
      '.tool-versions',
      '.envrc*',
      '{.,}direnvrc',
      '.direnv/',
      '.autoenv*',
      'devbox.json',
      'devenv{,.local}.{nix,yaml}',
      '{flake,shell}.nix',
      '/default.nix',
      '.flox/',
      '.prototools',
      '.proto/',
      'bin/{activate-hermit*,hermit,hermit.hcl}',
      '{.,}venv/{bin,scripts}/activate*',
    ],
    reason: 'The shell can load it when you enter the folder.',
  },
  {
    names: ['.env', '.env.*'],
    except: ['.env.*{example,sample,template,dist,defaults,schema,vault}', '.env.d.ts'],
    reason: 'Programs read settings from it, and some settings load code.',
  },
  {
    names: [
      '.vscode/',
      '*.code-workspace',
      '.idea/',
      '*.{ipr,iws}',
      '.fleet/',
      '.zed/',
      '.helix/',
      '.{n,}vim/',
      '.nvim.{lua,vim}',
      '{.,_}{,g,l,n,nv}vimrc*',
      '{.,_}exrc',
      '.local.vimrc',
      '.{lazy,nvim-dap}.lua',
      '.neoconf.json',
      '.emacs{,.el}',
      '.emacs.d/',
      '.dir-locals*.el',
      '.ycm_extra_conf.py',
      '.luarc.json{,c}',
      '.luacheckrc',
      '.formatter.exs',
      '{.,}pylintrc',
      '.bsp/',
      'hie.yaml',
      '{.,}rust-analyzer.toml',
      '.kak{rc,oune/}',
      '.{sublime,nova,lapce,theia,atom,vs}/',
      '*.sublime-{project,workspace}',
      '.externaltoolbuilders/',
      '/.project',
      '/.settings/',
      'nbproject/',
      '{launch,tasks}.vs.json',
      '*.run.xml',
      '.merlin',
      '.bloop/',
      '{.,}ansible.cfg',
      '.solargraph.yml',
      '{.,}mypy.ini',
      '.flake8',
    ],
    reason: 'Editors can run what it says when the folder is opened.',
  },
  {
    names: [
      '.devcontainer/',
      '.devcontainer*.json',
      '{docker-,}compose.override.{yml,yaml}',
      '.gitpod*',
      '.{gitpod,ona,idx}/',
      '{.,}devfile.yaml',
      '.codesandbox/',
      '.stackblitzrc',
      '.replit',
      'replit.nix',
    ],
    reason: 'It can run commands when the development container is built or started.',
  },
  {
    names: [
      '.gdb{init,earlyinit}*',
      '*-gdb.{py,gdb,scm}',
      '.lldbinit*',
      '.pdbrc*',
      '.{rdbg,byebug}rc*',
      '.perldb',
    ],
    reason: 'The debugger runs it at startup.',
  },
  {
    names: [
      '{site,user}customize{,/__init__}.{py,pyc,pyd,so}',
      'conftest.py',
      '{site,dist}-packages/*.pth',
      '*.egg-link',
      'pyvenv.cfg',
      '.pythonrc*',
      '.python_startup*',
      '.ipython/',
      'ipython_config.py',
      'jupyter_*config.py',
      '{.,_}irbrc*',
      '.pryrc*',
      '.rspec{,-local}',
      '.rprofile',
      'rprofile.site',
      '.renviron',
      '.rdata',
      '.{psql,sqlite}rc',
      '.ghci',
      '.ocamlinit',
      '.octaverc',
      '.iex.exs',
      '.erlang',
      '.juliarc.jl',
      '.user.ini',
      '.{sbcl,clisp,racket,tclsh,wish}rc*',
      '.guile',
      '.pnp.*',
    ],
    reason: 'The interpreter runs it automatically when started in this folder.',
  },
  {
    names: [
      '.npmrc',
      '.yarnrc*',
      '.yarn/{releases,plugins,sdks}/',
      '.pnpmfile.*',
      'pnpm-workspace.yaml',
      '.pixi/config.toml',
      '{.,}bunfig.toml',
      'binding.gyp',
      '.pypirc',
      'pip.{conf,ini}',
      '.pydistutils.cfg',
      'uv.toml',
      '.{conda,mamba}rc',
      '.gemrc',
      '.bundle/config',
      'nuget.config',
      '.terraformrc',
      'terraform.rc',
    ],
    reason: 'It tells the package manager what to install, and installing can run scripts.',
  },
  {
    names: [
      'gradlew{,.bat}',
      'gradle/wrapper/',
      '.gradle/{init.d/,init.gradle*,gradle.properties}',
      'mvnw{,.cmd}',
      '.mvn/',
      '.mavenrc',
      '.sbt{rc,opts}',
      '.jvmopts',
      'project/build.properties',
      '/mill{,.bat}',
      '.mill-{version,opts,jvm-opts}',
      '/profiles.clj',
      'cabal.project.local',
      '/global.json',
      '.cargo/config{,.toml}',
      '.cargo/bin/',
      'rust-toolchain{,.toml}',
      '{,*}.bazelrc',
      '.bazel{version,iskrc}',
      '/tools/bazel{,.bat}',
      '.buckconfig*',
      '.pants{.,}rc',
      'pants.toml',
      '.plzconfig*',
      '.proverc',
      'directory.{build,solution}.{props,targets,rsp}',
      'msbuild.rsp',
      '*.{cs,fs,vb,vcx}proj.user',
      '{before,after}.*.sln.targets',
    ],
    reason: 'Builds run it or take their settings from it.',
  },
  {
    names: [
      '{.,}mcp{,.*}.json',
      '.mcp/',
      'mcp_{config,servers,settings}.json',
      '.airlock.json',
      '.airlock/',
    ],
    except: ['*.schema.json'],
    reason: 'It names servers and programs that agents start.',
  },
  {
    names: [
      '{agents,claude}{,.*}.md',
      '/{gemini,qwen,crush,warp,iflow,codebuddy,codex}{,.*}.md',
      '.claude/',
      '.claude{,.*}.json',
      '.claude-plugin/',
      '.codex/',
      '.cursor{,-plugin}/',
      '.cursorrules',
      '.windsurf*',
      '.windsurf/',
      '.codeium/',
      '.gemini/',
      '.opencode/',
      '{.,}opencode.json{,c}',
      '.continue/',
      '.continuerc*',
      '.aider*',
      '.clinerules*',
      '.clinerules/',
      '.cline/',
      '.roo/',
      '.roo{rules,modes}*',
      '.kilocode{,modes}',
      '.kilocode/',
      '.{kiro,goose,amp,agents,agent,qwen,junie,augment,trae,crush,amazonq,factory,openhands}/',
      '.{devin,warp,cody,tabnine,rovodev,serena,vibe,grok,iflow,codebuddy,qoder,lingma,copilot}/',
      '.{aiassistant,ruler,rulesync,pi,kimi,forge,hermes,firebender,zencoder,sourcegraph,jules}/',
      '.{mux,conductor,superset,container-use,codex-plugin}/',
      '/{conductor,firebender}.json',
      '.{emdash.json,worktreeinclude,hermes.md,voidrules}',
      '/replit.md',
      '.coderabbit.{yml,yaml}',
      '.greptile/',
      '/greptile.json',
      '.pr_agent.toml',
      '.goosehints',
      '.augment-guidelines',
      '{.,}crush.json',
      '.rules',
      '.github/copilot*',
      '.github/{instructions,prompts,agents,chatmodes,skills,hooks,copilot}/',
    ],
    spelled: [
      '{AGENTS,CLAUDE,GEMINI,QWEN}*.md',
      '{AGENT,SKILL}.md',
      '{CRUSH,WARP,IFLOW,CODEBUDDY,CODEX}{,.*}.md',
    ],
    except: ['.aider.{chat,input,llm}.history*', '.aider.tags.cache*', '.aider.tags.cache*/'],
    reason: 'It gives agents instructions or permissions.',
  },
  {
    names: [
      '.github/{workflows,actions}/',
      '.gitlab-ci*',
      '.gitlab/{ci,agents}/',
      '.{circleci,buildkite,woodpecker,forgejo,gitea,semaphore,teamcity,jenkins,tekton}/',
      '.{harness,codefresh,builds,azure-pipelines}/',
      '{.,}azure-pipelines*.{yml,yaml}',
      '.vsts-ci*.yml',
      '{.,}jenkinsfile{,.*}',
      '*.jenkinsfile',
      '.{travis,drone,woodpecker,cirrus,appveyor,taskcluster,evergreen}{,-*,.*}',
      'appveyor*.yml',
      'bitbucket-pipelines*.{yml,yaml}',
      '{.,}zuul.{yaml,yml}',
      '{.,}zuul.d/',
      '.build.yml',
      'buildspec*.{yml,yaml}',
      'cloudbuild*.{yml,yaml,json}',
      '{codefresh,wercker,shippable,bitrise,screwdriver}.{yml,yaml}',
      'codemagic.yaml',
      '.prow.yaml',
      '.space.kts',
      '{.,}renovate.json{,c,5}',
      '.renovaterc{,.*}',
      'ci_scripts/ci_*',
      '.readthedocs.{yml,yaml}',
      '/{netlify,railway}.toml',
      '/{vercel,railway}.json',
      '/render.yaml',
      '/amplify.yml',
      '.{vela,packit,onedev-buildspec}.{yml,yaml}',
      '.agola/',
    ],
    except: ['*.{md,txt}'],
    reason: 'It runs in continuous integration, where secrets are available.',
  },
  {
    names: [
      '.bash{rc,_profile,_login,_logout,_aliases,_env}*',
      '.{profile,zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,mkshrc,cshrc,tcshrc,login,inputrc}',
      '*{.,_}profile.ps1',
      '.config/{fish,nushell,powershell,autostart,systemd,environment.d,gcloud}/',
      '.{tmux.conf,screenrc,xprofile,xinitrc,xsession,xsessionrc,pam_environment}',
      '.{ssh,gnupg,aws,azure,kube}/',
      '.docker/{config.json,cli-plugins/}',
      '{.,_}{netrc,curlrc,wgetrc}',
      '.dockercfg',
      'library/launchagents/',
      'autorun.inf',
    ],
    reason: 'Your user account runs it at login or stores credentials in it.',
  },
  {
    names: ['desktop.ini', '*.{lnk,scf,library-ms,searchconnector-ms}'],
    reason: 'Windows obeys it when it shows the folder.',
  },
];

/** The reason given for the user's own additions. */
export const ADDED_REASON = 'Your settings name it as a file that can run code.';

/** Says why a file is self-arming; null if it is not. Paths have forward slashes. */
export type SelfArmingTest = (path: string) => string | null;

interface Matcher {
  readonly folded: RegExp;
  readonly spelled: RegExp | null;
  readonly except: RegExp | null;
  readonly reason: string;
}

const known = selfArmingFamilies.map(matcherOf);

/** The table, and what the user adds to it in the same way of writing. */
export function selfArmingTest(added: readonly string[] = []): SelfArmingTest {
  const names = added.map((name) => name.trim()).filter((name) => name !== '');
  const own = names.length === 0 ? [] : [matcherOf({ names, reason: ADDED_REASON })];
  const matchers = [...known, ...own];
  return (path) => {
    const folded = path.split('/').map(foldName).join('/');
    return matchers.find((matcher) => matches(matcher, path, folded))?.reason ?? null;
  };
}

/** Only these names, with the same syntax. */
export function namesTest(names: readonly string[], reason: string): SelfArmingTest {
  const matcher = matcherOf({ names, reason });
  return (path) => {
    const folded = path.split('/').map(foldName).join('/');
    return matches(matcher, path, folded) ? reason : null;
  };
}

function matches({ folded, spelled, except }: Matcher, path: string, name: string): boolean {
  if (!folded.test(name) && !spelled?.test(path)) return false;
  return except === null || !except.test(name);
}

function matcherOf({ names, spelled, except, reason }: SelfArmingFamily): Matcher {
  const folded = names.map((name) => name.toLowerCase()).flatMap(alternatives);
  return {
    folded: anyOf([...folded.map(expressionOf), ...folded.flatMap(shortNameOf)]),
    spelled: spelled ? anyOf(spelled.flatMap(alternatives).map(expressionOf)) : null,
    except: except ? anyOf(except.flatMap(alternatives).map(expressionOf)) : null,
    reason,
  };
}

function anyOf(expressions: readonly string[]): RegExp {
  return new RegExp(expressions.join('|'), 'u');
}

/** Expands the braces of a pattern. */
function alternatives(name: string): string[] {
  const [whole, before = '', list = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  if (whole === undefined) return [name];
  return list.split(',').flatMap((one) => alternatives(`${before}${one}${after}`));
}

function expressionOf(name: string): string {
  const start = name.startsWith('/') ? '^' : '(?:^|/)';
  const end = name.endsWith('/') ? '(?:/|$)' : '$';
  return `${start}${escaped(name.replace(/^\/|\/$/g, ''))}${end}`;
}

function escaped(name: string): string {
  return name.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replace(/\*+/g, '[^/]*');
}

/** Windows lets every hidden name be written as six of its letters, a tilde and a number. */
function shortNameOf(name: string): string[] {
  const [, stem = '', rest = ''] = /^\/?\.+([^/.*]+)[^/]*(\/?.*)$/.exec(name) ?? [];
  if (stem === '') return [];
  const end = name.endsWith('/') ? '(?:/|$)' : '$';
  const below = rest.replace(/\/$/, '');
  return [`(?:^|/)${escaped(stem.slice(0, 6))}~[0-9]+(?:\\.[^/]{0,3})?${escaped(below)}${end}`];
}
