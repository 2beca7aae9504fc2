import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';

export interface ModelProcessLog {
  warn(fields: object, message: string): void;
}

/**
 * Starts a program that runs a model in a process of its own, because native code may compute for minutes or crash. The
 * program calls `endWithParent`. `niceness` is the scheduling priority from 0 (normal) to 19 (lowest).
 */
export function startModelProcess(
  program: string,
  name: string,
  log: ModelProcessLog,
  niceness: number,
): ChildProcess {
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--no-warnings'],
    // Threads that busy-wait would take processor time from the application.
    env: { PATH: process.env.PATH, LANG: 'C', OMP_WAIT_POLICY: 'passive' },
  });
  let stderr = '';
  child.stderr?.setEncoding('latin1').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2_000);
  });
  child.once('exit', (code, signal) => {
    if (code !== 0 && signal !== 'SIGKILL')
      log.warn(
        { event: 'model.process_ended', process: name, code, signal, stderr },
        `the ${name} process ended unexpectedly`,
      );
  });
  child.on('error', (error) =>
    log.warn(
      { event: 'model.process_unreachable', process: name, err: error },
      `the ${name} process cannot be reached`,
    ),
  );
  try {
    // Requests to the application come first.
    if (child.pid) setPriority(child.pid, niceness);
  } catch {
    // The process has already ended, or the system has no priorities.
  }
  return child;
}
