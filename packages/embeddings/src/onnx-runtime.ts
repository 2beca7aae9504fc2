import { createRequire } from 'node:module';
import { EmbeddingError } from './embedding-error.ts';

/** The tensor type that the native module reads and creates. */
export class Tensor {
  readonly location = 'cpu';
  readonly type: string;
  readonly data: BigInt64Array | Float32Array;
  readonly dims: number[];

  constructor(type: string, data: BigInt64Array | Float32Array, dims: number[]) {
    this.type = type;
    this.data = data;
    this.dims = dims;
  }
}

export interface Session {
  run(inputs: Record<string, Tensor>, outputs: Record<string, null>, options: object): Record<string, Tensor>;
}

/** The parts of onnxruntime-node's native module that are used. */
interface Binding {
  InferenceSession: new () => Session & {
    loadModel(path: string, options: object): void;
    loadModel(content: ArrayBufferLike, offset: number, length: number, options: object): void;
  };
  initOrtOnce(logLevel: number, tensor: typeof Tensor, isMainThread: boolean): void;
}

const errorsOnly = 3;

/**
 * Loads a model, by its path or its content, with the native module of onnxruntime-node. The npm package contains the
 * binaries of all systems, 288 MB; this module needs the two files of one system.
 */
export function loadSession(bindingPath: string, model: string | Uint8Array, threads: number): Session {
  const binding = loadBinding(bindingPath);
  binding.initOrtOnce(errorsOnly, Tensor, true);
  const session = new binding.InferenceSession();
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Memory patterns are stored per shape, and every length of a text is a shape.
    enableMemPattern: false,
    // Threads that busy-wait would take processor time from the application.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  if (typeof model === 'string') session.loadModel(model, options);
  else session.loadModel(model.buffer, model.byteOffset, model.byteLength, options);
  return session;
}

function loadBinding(bindingPath: string): Binding {
  try {
    return createRequire(import.meta.url)(bindingPath) as Binding;
  } catch (error) {
    const missing = /(?<![\w.+-])(lib[\w.+-]+): cannot open shared object/.exec(
      (error as Error).message,
    )?.[1];
    throw new EmbeddingError(
      'not_installed',
      missing
        ? `The embedding model needs the system library ${missing}.`
        : 'ONNX Runtime does not run on this system, so the embedding model cannot be used.',
    );
  }
}
