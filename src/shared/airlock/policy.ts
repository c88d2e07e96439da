/** What a write to a path can do to the user. */
export type Risk =
  | { readonly type: 'ordinary' }
  /** Must be asked for on its own, whatever was allowed before. */
  | { readonly type: 'red'; readonly reason: string }
  | { readonly type: 'refused'; readonly reason: string };

interface Rule {
  /** Folded, at any depth. With `/` at the end everything below counts too. */
  readonly names: readonly string[];
  readonly reason: string;
}

/** Files that make some program run something, or trust somebody, without being asked again. */
const rules: readonly Rule[] = [
  {
    names: ['.git/', '.gitmodules', '.gitattributes', '.gitconfig'],
    reason: 'Git runs or trusts what it says.',
  },
  { names: ['.hg/', '.svn/', '.jj/'], reason: 'The version control runs what it says.' },
  {
    names: [
      '.husky/',
      '.githooks/',
      '.lefthook/',
      'lefthook.yml',
      '.lefthook.yml',
      'lefthook.toml',
      '.pre-commit-config.yaml',
      '.lintstagedrc',
      '.overcommit.yml',
    ],
    reason: 'It runs on every commit.',
  },
  {
    names: [
      '.vscode/',
      '.idea/',
      '.fleet/',
      '.zed/',
      '.devcontainer/',
      '.devcontainer.json',
      '.vs/',
      '.nvim.lua',
      '.exrc',
      '.nvimrc',
      '.vimrc',
      '.dir-locals.el',
      '.sublime/',
    ],
    reason: 'The editor acts on it when the folder is opened.',
  },
  {
    names: [
      '.mcp.json',
      'mcp.json',
      '.claude/',
      '.claude.json',
      'claude.md',
      'claude.local.md',
      '.codex/',
      '.cursor/',
      '.cursorrules',
      '.windsurf/',
      '.windsurfrules',
      '.gemini/',
      'gemini.md',
      '.opencode/',
      'opencode.json',
      'opencode.jsonc',
      '.continue/',
      '.aider.conf.yml',
      '.clinerules',
      '.clinerules/',
      '.roo/',
      '.kiro/',
      '.goose/',
      '.goosehints',
      '.amp/',
      '.agents/',
      'agents.md',
      '.qwen/',
      '.github/copilot-instructions.md',
      '.airlock.json',
      '.airlock/',
    ],
    reason: 'It steers agents or what they may do.',
  },
  {
    names: [
      '.github/workflows/',
      '.github/actions/',
      '.gitlab-ci.yml',
      '.circleci/',
      'azure-pipelines.yml',
      '.buildkite/',
      '.drone.yml',
      '.travis.yml',
      'jenkinsfile',
      '.woodpecker.yml',
      '.forgejo/',
      '.gitea/',
    ],
    reason: 'It runs in continuous integration, with its secrets.',
  },
  {
    names: [
      '.envrc',
      '.npmrc',
      '.yarnrc',
      '.yarnrc.yml',
      '.pnpmfile.cjs',
      '.pnpmfile.js',
      '.yarn/',
      'bunfig.toml',
      '.pypirc',
      'pip.conf',
      '.cargo/',
      '.bazelrc',
      '.mise.toml',
      'mise.toml',
      '.tool-versions',
      '.direnv/',
      '.netrc',
      '.docker/',
    ],
    reason: 'A tool loads it by itself.',
  },
  {
    names: [
      '.bashrc',
      '.bash_profile',
      '.bash_login',
      '.bash_logout',
      '.bash_aliases',
      '.profile',
      '.zshrc',
      '.zshenv',
      '.zprofile',
      '.zlogin',
      '.kshrc',
      '.inputrc',
      '.config/fish/',
      '.ssh/',
      '.gnupg/',
      '.aws/',
      '.kube/',
      'library/launchagents/',
      '.xprofile',
      '.xinitrc',
      '.pam_environment',
    ],
    reason: 'It is run or trusted by your own account.',
  },
];

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$/;

/**
 * Judges a path below the project's root, whether or not there is a file yet. The name is folded
 * first, because a file system may hold `.GIT` and `.git` for the same.
 */
export function assessPath(path: string): Risk {
  const parts = path.split('/');
  const fault = pathFault(path, parts);
  if (fault !== null) return { type: 'refused', reason: fault };
  const folded = parts.map(foldName);
  for (const { names, reason } of rules) {
    if (names.some((name) => applies(name, folded))) return { type: 'red', reason };
  }
  return { type: 'ordinary' };
}

function pathFault(path: string, parts: readonly string[]): string | null {
  if (path === '' || path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.includes('\0')) {
    return 'It is not a path inside of the project.';
  }
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'It leads out of the project.';
  }
  if (parts.some((part) => part.includes('\\'))) return 'A backslash is not the same everywhere.';
  if (parts.some((part) => WINDOWS_DEVICE.test(part.toLowerCase()))) return 'It names a device.';
  return null;
}

/**
 * Names that some file system takes for the same: case, composed and decomposed letters, the
 * signs that HFS+ ignores, and the dots and spaces that Windows drops at the end.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff\u00ad]/g, '')
    .replace(/(?:::\$.*|[. ]+)$/i, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/^git~\d$/, '.git');
}

function applies(rule: string, parts: readonly string[]): boolean {
  const isFolder = rule.endsWith('/');
  const wanted = (isFolder ? rule.slice(0, -1) : rule).split('/');
  const last = parts.length - wanted.length;
  for (let start = 0; start <= last; start++) {
    const isEnd = start === last;
    if (!isFolder && !isEnd) continue;
    if (wanted.every((part, index) => parts[start + index] === part)) return true;
  }
  return false;
}
