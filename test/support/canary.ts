import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program that records each call, with the name that it was called by. */
export class Canary {
  private readonly notes: string;
  private readonly program: string;

  constructor(folder: string) {
    this.notes = join(folder, 'notes');
    this.program = join(folder, 'canary.sh');
    mkdirSync(this.notes, { recursive: true });
    // Changes its input on the way, as an agent's filter would.
    writeFileSync(
      this.program,
      `#!/bin/sh\n: > "${this.notes}/$1"\ncase $1 in clean|smudge) exec sed 's/seen/swapped/';; esac\nexit 1\n`,
    );
    chmodSync(this.program, 0o755);
  }

  command(name: string): string {
    return `${this.program} ${name}`;
  }

  /** The program as a separate file, for callers that only use a path. */
  file(path: string, name: string): string {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, `#!/bin/sh\nexec ${this.command(name)}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  /** The names that it was called by. */
  get sightings(): readonly string[] {
    return existsSync(this.notes) ? readdirSync(this.notes).sort() : [];
  }
}

/** Every setting that can make git run a program, set to the canary. */
function armedSettings(canary: Canary): readonly (readonly [string, string])[] {
  const run = (name: string) => canary.command(name);
  return [
    ['core.fsmonitor', run('fsmonitor')],
    ['core.sshCommand', run('sshCommand')],
    ['core.gitProxy', run('gitProxy')],
    ['core.alternateRefsCommand', run('alternateRefsCommand')],
    ['core.askPass', run('askPass')],
    ['core.pager', run('pager')],
    ['core.editor', run('editor')],
    ['sequence.editor', run('sequenceEditor')],
    ['credential.helper', `!${run('credentialHelper')}`],
    ['uploadpack.packObjectsHook', run('packObjectsHook')],
    ['filter.evil.clean', run('clean')],
    ['filter.evil.smudge', run('smudge')],
    ['filter.evil2.process', run('process')],
    ['diff.external', run('diffExternal')],
    ['diff.evil.command', run('diffCommand')],
    ['diff.evil.textconv', run('textconv')],
    ['merge.evil.driver', run('mergeDriver')],
    ['gpg.program', run('gpgProgram')],
    ['gpg.ssh.program', run('gpgSshProgram')],
    ['gpg.ssh.defaultKeyCommand', run('gpgSshKey')],
    ['commit.gpgSign', 'true'],
    ['log.showSignature', 'true'],
    ['trailer.evil.command', run('trailer')],
    ['trailer.evil.cmd', run('trailerCmd')],
    ['alias.rev-parse', `!${run('aliasRevParse')}`],
    ['alias.ls-files', `!${run('aliasLsFiles')}`],
    ['submodule.deps.update', `!${run('submoduleUpdate')}`],
    ['submodule.recurse', 'true'],
    ['interactive.diffFilter', run('diffFilter')],
    ['hook.evil.command', run('configuredHook')],
    ['hook.evil.event', 'reference-transaction'],
    ['hook.evil.event', 'post-index-change'],
    ['hook.evil.event', 'post-checkout'],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['remote.origin.url', `ext::${run('ext')}`],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.partialclonefilter', 'blob:none'],
    ['remote.origin.uploadpack', run('uploadpack')],
    ['extensions.partialClone', 'origin'],
    ['core.repositoryFormatVersion', '1'],
    ['gc.auto', '1'],
    ['index.sparse', 'true'],
    ['core.untrackedCache', 'true'],
  ];
}

/** The same settings, as lines of a configuration file. */
export function armedConfiguration(canary: Canary): string {
  return armedSettings(canary)
    .map(([key, value]) => {
      const [, section, subsection, name] = /^([^.]+)(?:\.(.*))?\.([^.]+)$/.exec(key) ?? [];
      const head = subsection === undefined ? section : `${section} "${subsection}"`;
      return `[${head}]\n\t${name} = ${JSON.stringify(value)}\n`;
    })
    .join('');
}

export const HOOKS = [
  'pre-commit',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'reference-transaction',
  'fsmonitor-watchman',
  'prepare-commit-msg',
  'commit-msg',
  'update',
  'pre-auto-gc',
] as const;

/** Attributes that send files through the filters and drivers of the settings. */
export const ARMED_ATTRIBUTES =
  '*.txt filter=evil diff=evil merge=evil\n*.dat filter=evil2\n*.md filter=evil diff=evil\n';
