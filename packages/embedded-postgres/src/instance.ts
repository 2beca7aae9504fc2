export interface StartLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** How error messages name the things that an operator can change. */
export interface Labels {
  /** The setting that holds the data directory, for example `DATA_DIR`. */
  dataDir: string;
  /** What the operator can do instead of running the embedded server, as an imperative. */
  alternative: string;
}

/** The directory of one cluster and the name that its superuser, database and sockets carry. */
export interface Cluster {
  /** Absolute, without symbolic links: processes are recognised by it. */
  clusterDir: string;
  name: string;
}

/** One embedded server, from the first start until the process ends. */
export interface Instance extends Cluster {
  dataDir: string;
  log: StartLog;
  labels: Labels;
  settings?: Record<string, string>;
  /** The size of the file that keeps space for a start on a full disk; 0: none. */
  reserveBytes?: number;
  /** For tests: behave as if user namespaces were forbidden. */
  forceRunAs?: 'system-user';
}

export const defaultLabels: Labels = {
  dataDir: 'data directory',
  alternative: 'use a PostgreSQL server that is already running',
};

export const defaultName = 'embedded';

/** Part of SQL identifiers, process titles and socket paths, which are limited to 103 bytes. */
export function assertName(name: string): void {
  if (!/^[a-z][a-z0-9_]{0,19}$/.test(name)) {
    throw new TypeError(
      `"${name}" can't name an embedded PostgreSQL: use up to 20 lower-case letters, digits and _.`,
    );
  }
}

/** The data directory at the start of a sentence. */
export const describeDataDir = ({ dataDir, labels }: Pick<Instance, 'dataDir' | 'labels'>) =>
  `${labels.dataDir.charAt(0).toUpperCase()}${labels.dataDir.slice(1)} "${dataDir}"`;
