/** Git's messages about a failed push, and what the user can do about them. */
const causes: readonly { readonly said: RegExp; readonly advice: string }[] = [
  {
    said: /could not resolve host|failed to connect|couldn't connect|connection (refused|timed out|reset)|network is unreachable|no route to host/i,
    advice:
      'The remote cannot be reached. Check your connection and its address (git remote -v), then push again.',
  },
  {
    said: /repository not found|does not appear to be a git repository|repository '.*' not found/i,
    advice: 'There is no repository at the remote’s address. Check it with git remote -v.',
  },
  {
    said: /authentication failed|permission denied|could not read (username|password)|returned error: 40[13]|access denied/i,
    advice:
      'The remote denied access. Sign in with git in a terminal, or ask for access, then push again.',
  },
  {
    said: /hook declined|pre-push|pre-receive/i,
    advice: 'A hook rejected the push. Its output is below.',
  },
  {
    said: /\(fetch first\)|\(non-fast-forward\)|\[rejected\]/i,
    advice: 'The branch on the remote has other commits. Pull them in a terminal, then push again.',
  },
];

/** Null if only git's own message can be shown. */
export function pushAdvice(words: string): string | null {
  return causes.find(({ said }) => said.test(words))?.advice ?? null;
}
