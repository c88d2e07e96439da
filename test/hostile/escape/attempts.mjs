#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { networkAttempts } from './networkAttempts.mjs';

/**
 * Ways in which a sealed agent may try to reach what is not its own. Each is a line of shell, or
 * something that Node does. What `writes` shows its success by a file outside, so that a write that
 * only seems to succeed inside counts as refused; of all others the success is seen here. Every
 * trick is followed by the plain deed, so that without a seal it succeeds and the test can fail.
 * `root` ones need root and a system of one's own: they are made only where they must be refused.
 * `network` ones must be refused only where the hosts are limited.
 */
export const attempts = [
  // The project.
  write('new-file', ({ project }) => `${project}/new.txt`),
  write('overwrite', victim(1)),
  changes('append', victim(2), (file) => `echo escaped >> ${file}`),
  changes('delete', victim(3), (file) => `rm ${file}`),
  changes('rename', victim(4), (file) => `mv ${file} ${file}.moved`),
  changes('make-executable', victim(5), (file) => `chmod 777 ${file}`),
  changes('backdate', victim(6), (file) => `touch -d 2001-01-01 ${file}`),
  changes(
    'new-folder',
    ({ project }) => `${project}/made`,
    (folder) => `mkdir ${folder}`,
  ),
  reads('ignored-secret', ({ project }) => `cat ${project}/.env`),
  changes(
    'relative-path',
    victim(7),
    (f) => `echo escaped > "$(realpath -m --relative-to=. ${f})"`,
  ),
  changes(
    'link-to-folder',
    victim(8),
    (_, w) => `ln -s ${w.project} out; echo escaped > out/8.txt`,
  ),
  changes('link-to-file', victim(9), (file) => `ln -s ${file} out.txt; echo escaped > out.txt`),
  changes('hard-link', victim(10), (file) => `ln ${file} hard.txt; echo escaped > hard.txt`),
  changes('own-root', victim(11), (file) => `echo escaped > /proc/self/root${file}`),
  changes(
    'read-only-link',
    ({ modules }) => `${modules}/new.txt`,
    (file) => `echo escaped > ${file}`,
  ),

  // Its repository.
  write('hook', ({ project }) => `${project}/.git/hooks/post-checkout`),
  write('object', ({ project }) => `${project}/.git/objects/evil`),
  changes('setting', ref('config'), (_, w) => git(w, 'config core.fsmonitor /tmp/evil')),
  changes('branch-gone', ref('refs/heads/keep'), (_, w) => git(w, 'branch -D keep')),
  changes('branch-made', ref('refs/heads/evil'), (_, w) =>
    git(w, 'update-ref refs/heads/evil HEAD'),
  ),
  changes('stash-gone', ref('refs/stash'), (_, w) => git(w, 'stash drop')),
  changes('tag-moved', ref('refs/tags/v1'), (_, w) => git(w, 'tag -f v1 HEAD')),
  changes('exclude', ref('info/exclude'), (file) => `echo '*' > ${file}`),

  // The home folder, and what would be obeyed later.
  reads('ssh-key', ({ home }) => `cat ${home}/.ssh/id_ed25519`),
  reads('cloud-key', ({ home }) => `cat ${home}/.aws/credentials`),
  reads('registry-token', ({ home }) => `cat ${home}/.npmrc`),
  reads('other-agent', ({ home }) => `cat ${home}/.codex/auth.json`),
  reads('typed-lines', ({ home }) => `cat ${home}/.bash_history`),
  changes('start-up-file', at('.bashrc'), (file) => `echo evil >> ${file}`),
  write('autostart', at('.config/autostart/evil.desktop')),
  write('service', at('.config/systemd/user/evil.service')),
  write('program-in-path', at('.local/bin/evil')),
  write('git-settings', at('.gitconfig')),
  write('agent-settings', at('.claude/settings.json')),
  write('agent-hook', at('.claude/hooks/evil.sh')),
  write('agent-plugin', at('.claude/plugins/evil.json')),
  write('agent-home-file', at('.claude.json')),
  write('agent-local-settings', at('.claude/settings.local.json')),
  // What is shown next would come from where the link leads.
  changes(
    'kept-folder-swapped',
    at('.claude/projects'),
    (folder, w) => `mv ${folder} ${folder}.old && ln -s ${w.project} ${folder}`,
  ),

  // Airlock's own files.
  reads('app-settings', ({ own }) => `cat ${own}/settings.json`),
  write('app-setting', ({ own }) => `${own}/settings.json`),
  write('other-copy', ({ own }) => `${own}/data/worktrees/other/file.txt`),
  write('session-log', ({ own }) => `${own}/data/sessions/other/events.jsonl`),

  // Everything else on the disk.
  write('elsewhere', ({ outside }) => `${outside}/new.txt`),
  reads('temporary-file', ({ temporary }) => `cat ${temporary}/secret`),
  write('temporary-folder', ({ temporary }) => `${temporary}/new.txt`),
  reads('lasting-temporary-file', ({ lasting }) => `cat ${lasting}`),
  reads('shared-memory', ({ shared }) => `cat ${shared}`),

  // Sockets.
  connects('socket-of-desktop', ({ bus }) => bus),
  connects('socket-in-temporary', ({ temporary }) => `${temporary}/socket`),
  connects('socket-in-home', ({ home }) => `${home}/.config/service.sock`),
  connects('socket-by-link', ({ bus }) => {
    sh(`ln -sf ${bus} socket`);
    return 'socket';
  }),
  connects('key-agent', () => process.env.SSH_AUTH_SOCK),

  // Variables.
  reads('code-host-token', () => 'printf %s "$GITHUB_TOKEN"'),
  reads('cloud-variable', () => 'printf %s "$AWS_SECRET_ACCESS_KEY"'),

  // Other processes.
  does('signal', ({ signalled }) => `kill -TERM ${signalled}`),
  reads('their-variables', ({ pid }) => `cat /proc/${pid}/environ`),
  reads('their-memory-map', ({ pid }) => `cat /proc/${pid}/maps && echo secret`),
  changes('their-root', victim(12), (f, w) => `echo escaped > /proc/${w.pid}/root${f}`),
  changes('their-folder', victim(13), (_, w) => `echo escaped > /proc/${w.pid}/cwd/13.txt`),
  does('their-terminal', ({ terminal }) => `echo escaped > ${terminal}`),
  // TIOCSTI types into a terminal.
  does(
    'typing-into-their-terminal',
    ({ terminal }) =>
      `perl -e 'open F, "<", $ARGV[0] or die; ioctl(F, 0x5412, "x") or die' ${terminal} 2>/dev/null || echo escaped > ${terminal}`,
  ),
  does('their-shared-memory', ({ segment }) => `ipcrm -m ${segment}`),
  changes(
    'root-of-first',
    victim(14),
    (f) => `echo escaped > /proc/1/root${f} || echo escaped > ${f}`,
  ),

  // Namespaces and mounts.
  changes(
    'bind',
    victim(15),
    (f) => `${inUser(`mount --bind / /mnt; echo escaped > /mnt${f}`)} || echo escaped > ${f}`,
  ),
  changes(
    'remount',
    victim(16),
    (f) =>
      `${inUser('mount -o remount,bind,rw /')}; mount -o remount,bind,rw /; echo escaped > ${f}`,
  ),
  changes(
    'remount-shown',
    ({ modules }) => `${modules}/shown.txt`,
    (f, w) =>
      `${inUser(`mount -o remount,bind,rw ${w.modules}; echo escaped > ${f}`)} || echo escaped > ${f}`,
  ),
  changes(
    'unmount',
    victim(17),
    (f, w) =>
      `${inUser(`umount -l ${w.home} ${w.project} /tmp; echo escaped > ${f}`)} || echo escaped > ${f}`,
  ),
  changes(
    'new-proc',
    victim(18),
    (f) =>
      `unshare -Urmpf --mount-proc sh -c 'echo escaped > /proc/1/root${f}' || echo escaped > ${f}`,
  ),
  changes(
    'nested-bwrap',
    victim(19),
    (f) => `bwrap --bind / / --dev /dev sh -c 'echo escaped > ${f}' || echo escaped > ${f}`,
  ),
  changes(
    'enter-first',
    victim(20),
    (f) => `nsenter -t 1 -m -- sh -c 'echo escaped > ${f}' || echo escaped > ${f}`,
  ),
  changes(
    'enter-other',
    victim(21),
    (f, w) => `nsenter -t ${w.pid} -U -m -- sh -c 'echo escaped > ${f}' || echo escaped > ${f}`,
  ),
  changes(
    'chroot',
    victim(22),
    (f) => `unshare -Ur chroot / sh -c 'echo escaped > ${f}' || echo escaped > ${f}`,
  ),
  changes(
    'pivot',
    victim(23),
    (f) =>
      `${inUser(`mount -t tmpfs t /mnt; mkdir /mnt/old; pivot_root /mnt /mnt/old; echo escaped > /old${f}`)} || echo escaped > ${f}`,
  ),
  changes(
    'overlay',
    victim(24),
    (f, w) =>
      `mkdir -p u k; ${inUser(`mount -t overlay o -o lowerdir=/,upperdir=u,workdir=k /mnt; echo escaped > ${w.project}/24.txt`)} || echo escaped > ${f}`,
  ),
  changes(
    'set-user-program',
    victim(25),
    (f) => `(sudo -n true; su -c true </dev/null; echo escaped > ${f}) 2>/dev/null`,
  ),

  ...networkAttempts,

  // The app looks there when it starts something; last, since it notices that the copy is gone.
  does(
    'swapped-copy',
    ({ copy }) => `cd / && mv ${copy} ${copy}.moved && mv ${copy}.moved ${copy}`,
  ),

  // With the rights of root.
  asRoot('system-program', () => 'touch /usr/local/bin/airlock-escape'),
  asRoot('system-setting', () => 'touch /etc/airlock-escape'),
  asRoot(
    'kernel-setting',
    () => 'cat /proc/sys/kernel/core_pattern > t && cat t > /proc/sys/kernel/core_pattern',
  ),
  asRoot('device', () => 'mknod disk b 8 0'),
  asRoot('host-name', () => 'hostname "$(hostname)"'),
  asRoot('foreign-owner', () => 'touch owned && chown 12345 owned'),
  asRoot('real-mount', () => 'mount -t tmpfs none /mnt'),
  asRoot('cgroup', () => 'mkdir /sys/fs/cgroup/airlock-escape'),
];

function victim(number) {
  return ({ project }) => `${project}/${number}.txt`;
}

function ref(path) {
  return ({ project }) => `${project}/.git/${path}`;
}

function at(path) {
  return ({ home }) => `${home}/${path}`;
}

function git({ project }, line) {
  return `git --git-dir=${project}/.git --work-tree=${project} ${line}`;
}

function inUser(script) {
  return `unshare -Urm sh -c '${script}'`;
}

/** Shown by a change of what is at the path, outside. */
function changes(name, target, command) {
  return { name, target, run: (world) => sh(command(target(world), world)) };
}

function write(name, target) {
  return changes(name, target, (file) => `mkdir -p "$(dirname ${file})"; echo escaped > ${file}`);
}

/** Shown by what is printed: every secret of the test has this word in it. */
function reads(name, command) {
  return { name, run: (world) => sh(command(world)).output.includes('secret') };
}

function does(name, command) {
  return { name, run: (world) => sh(command(world)).status === 0 };
}

function asRoot(name, command) {
  return { name, root: true, run: () => sh(command()).status === 0 };
}

function connects(name, path) {
  return {
    name,
    run: async (world) => {
      const place = path(world);
      if (!place) return false;
      return new Promise((resolve) => {
        const socket = connect(place);
        socket.once('connect', () => {
          socket.destroy();
          resolve(true);
        });
        socket.once('error', ({ message }) => {
          process.stderr.write(`${message.replace('connect ENOENT ', 'ENOENT: connect ')}\n`);
          resolve(false);
        });
      });
    },
  };
}

function sh(script) {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
  // As an agent's own tools do: it is how Airlock hears of a refusal.
  process.stderr.write(stderr);
  return { status, output: stdout };
}

/** Prints the names of the attempts that succeeded, as far as that is seen from here. */
async function main([text, which, hosts]) {
  const world = { ...JSON.parse(text), copy: process.cwd() };
  const succeeded = [];
  for (const attempt of attempts) {
    if (attempt.root && which !== 'root') continue;
    if (attempt.network && hosts === 'all-hosts') continue;
    const result = await attempt.run(world);
    if (result === true) succeeded.push(attempt.name);
  }
  process.stdout.write(`${JSON.stringify({ tried: attempts.length, succeeded })}\n`);
}

if (process.argv[1]?.endsWith('attempts.mjs')) await main(process.argv.slice(2));
