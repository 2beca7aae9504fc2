import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Files visible to a sandboxed program, in addition to the system's programs and libraries. */
export interface Visible {
  /** Files and folders. */
  reads: string[];
  /** Folders. */
  writes?: string[];
}

/** Wraps a command so that it runs in its own namespaces: no network, no other processes, no other files. */
export type Sandbox = (visible: Visible, command: string[]) => string[];

/**
 * Runs inside the new namespaces. The new root is an empty tmpfs with the system's programs and libraries (read-only), the
 * given files (read-only) and folders. The program then starts without capabilities and cannot gain any: the kernel
 * refuses a new user namespace to a process in a chroot. The program is not the first process of its namespace, because
 * the kernel does not deliver the signals of resource limits to that process.
 */
const script = `
set -e
PATH="$PATH:/usr/sbin:/usr/bin:/sbin:/bin"
root=$1; shift
mount -t tmpfs -o mode=0755,size=1m,nosuid,nodev parley "$root"
show() {
  if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root\${1%/*}"; [ -e "$root$1" ] || : > "$root$1"; fi
  mount --bind "$1" "$root$1"
}
readable() { show "$1"; mount -o remount,bind,ro,nosuid,nodev "$root$1"; }
for name in bin sbin lib lib32 lib64 libx32; do
  if [ -L "/$name" ]; then ln -s "$(readlink "/$name")" "$root/$name"
  elif [ -d "/$name" ]; then readable "/$name"; fi
done
for path in /usr /etc/ld.so.cache /etc/alternatives; do [ ! -e "$path" ] || readable "$path"; done
for device in /dev/null /dev/zero /dev/urandom; do show "$device"; done
while [ "$1" != -- ]; do
  if [ "$1" = r ]; then readable "$2"; else show "$2"; mount -o remount,bind,nosuid,nodev "$root$2"; fi
  shift 2
done
shift
mount -o remount,bind,ro,nosuid,nodev "$root"
chroot "$root" setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@" || exit $?
`;

const separate = ['--net', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];

/** Root needs no user namespace, and with one could not read the files of other users. */
const namespaceSets = [separate, ['--user', '--map-root-user', ...separate]];

let found: Promise<Sandbox | undefined> | undefined;

/** Checked once, because what the kernel allows does not change while the server runs. */
export function findSandbox(): Promise<Sandbox | undefined> {
  found ??= probeSandbox();
  return found;
}

/** Accepts a sandbox only if it shows a file that it must show and hides a file that it must hide. */
async function probeSandbox(): Promise<Sandbox | undefined> {
  if (process.platform !== 'linux') return undefined;
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-sandbox-')));
  try {
    const [shown, hidden, written] = ['shown', 'hidden', 'written'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await Promise.all([writeFile(shown, ''), writeFile(hidden, ''), mkdir(written)]);
    const test = [
      '/bin/sh',
      '-c',
      '[ -e "$1" ] && [ ! -e "$2" ] && : > "$3/file"',
      'sh',
      shown,
      hidden,
      written,
    ];
    for (const namespaces of namespaceSets) {
      const sandbox = sandboxBy(namespaces);
      const works = await runs(sandbox({ reads: [shown], writes: [written] }, test));
      // Node may need libraries outside the system's folders, and then could not read documents in the sandbox.
      if (works && (await runs(sandbox({ reads: programFiles() }, [process.execPath, '--version']))))
        return sandbox;
    }
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const runs = ([file = '', ...args]: string[]) =>
  promisify(execFile)(file, args, { timeout: 20_000 }).then(
    () => true,
    () => false,
  );

function sandboxBy(namespaces: string[]): Sandbox {
  return ({ reads, writes = [] }, command) => [
    'unshare',
    ...namespaces,
    '--',
    '/bin/sh',
    '-c',
    script,
    'sh',
    // The mount point of the new root: it exists on every Linux and contains none of the given files.
    '/sys',
    // Folders first: mounting a folder after a file in it would hide the file.
    ...writes.flatMap((path) => ['w', path]),
    ...reads
      .filter(isVisible)
      .flatMap((path) => [...new Set([path, realpathSync(path)])].flatMap((p) => ['r', p])),
    '--',
    ...command,
  ];
}

/** False for files in the system's folders, which are always visible. */
const isVisible = (path: string) =>
  existsSync(path) && !/^\/(?:usr|bin|sbin|lib\w*)\//.test(realpathSync(path));

/** The files that Node needs to run programs of this folder, including every node_modules folder above it. */
export function programFiles(): string[] {
  const files = [process.execPath];
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    for (const name of ['node_modules', 'package.json'])
      if (existsSync(join(folder, name))) files.push(join(folder, name));
  return [...files, import.meta.dirname];
}
