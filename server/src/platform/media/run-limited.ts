import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { mediaError } from './media-error.ts';
import type { Sandbox, Visible } from './sandbox.ts';

const { signals } = constants;

export interface RunLimits {
  timeoutMs: number;
  memoryBytes: number;
  /** The largest file the program may write. */
  fileBytes: number;
  /** The maximum of collected standard output if there is no `onOutput`. */
  outputBytes: number;
}

export interface RunRequest {
  program: string;
  args: string[];
  limits: RunLimits;
  /** `data` for programs that reserve far more address space than they use, such as Node. */
  memoryKind?: 'address' | 'data';
  /** Without it, the program has access to everything that this process can access. */
  sandbox?: Sandbox;
  /** The files visible in the sandbox, in addition to the program. */
  visible?: Visible;
  signal?: AbortSignal;
  /** Receives the output in chunks. Without it, the output is collected. */
  onOutput?: (chunk: Buffer) => void;
}

export interface RunResult {
  code: number | null;
  killedBy: NodeJS.Signals | null;
  output: Buffer;
  /** The end of the standard error output. */
  stderr: string;
}

const stderrBytes = 8 * 1024;

/**
 * Runs a program on an untrusted file: in its own process group, without input, with a minimal environment and low
 * priority, and with limits on time, memory, file size and output. No process of it remains in any case.
 */
export function runLimited(request: RunRequest): Promise<RunResult> {
  const { limits, signal } = request;
  if (signal?.aborted) return Promise.reject(mediaError('cancelled'));
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', limitScript(request), 'sh', ...commandOf(request)], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LANG: 'C', HOME: '/nonexistent' },
    });
    let fault: Error | undefined;
    const collected: Buffer[] = [];
    let outputSize = 0;
    let stderr = '';

    // A negative id addresses the process group, including children of the program.
    const stop = (reason: Error) => {
      fault ??= reason;
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    };
    const onAbort = () => stop(mediaError('cancelled'));
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => stop(mediaError('timed_out')), limits.timeoutMs);

    child.stdout.on('data', (chunk: Buffer) => {
      if (request.onOutput) {
        try {
          request.onOutput(chunk);
        } catch (error) {
          stop(error as Error);
        }
        return;
      }
      outputSize += chunk.length;
      if (outputSize > limits.outputBytes) stop(mediaError('too_large'));
      else collected.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('latin1')).slice(-stderrBytes);
    });
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('close', (code, killedBy) => {
      end();
      if (fault) reject(fault);
      else resolve({ ...endOf(code, killedBy), output: Buffer.concat(collected), stderr });
    });
  });
}

function commandOf({ program, args, sandbox, visible = { reads: [] } }: RunRequest): string[] {
  if (!sandbox) return [program, ...args];
  const reads = program.startsWith('/') ? [program, ...visible.reads] : visible.reads;
  return sandbox({ ...visible, reads }, [program, ...args]);
}

/** The shell of the sandbox reports a signal as an exit code above 128. */
function endOf(code: number | null, killedBy: NodeJS.Signals | null): Pick<RunResult, 'code' | 'killedBy'> {
  const name = Object.entries(signals).find(([, number]) => number === (code ?? 0) - 128)?.[0];
  return name ? { code: null, killedBy: name as NodeJS.Signals } : { code, killedBy };
}

/** Sets the limits with ulimit, which every shell has. A limit that the system does not support is ignored. */
function limitScript({ limits, memoryKind = 'address' }: RunRequest): string {
  const memory = `-${memoryKind === 'address' ? 'v' : 'd'} ${Math.ceil(limits.memoryBytes / 1024)}`;
  // CPU time over all threads. It ends the program if this process dies first.
  const cpu = `-t ${Math.ceil((limits.timeoutMs / 1000) * 4) + 1}`;
  const file = `-f ${Math.ceil(limits.fileBytes / 512)}`;
  const set = ['-c 0', memory, cpu, file].map((limit) => `ulimit ${limit} 2>/dev/null`).join('; ');
  return `${set}; exec nice -n 10 "$@"`;
}
