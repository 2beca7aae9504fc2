import type { Cluster } from './instance.ts';
import { clusterName } from './postmaster-file.ts';

/**
 * Settings for a small server next to the application on one machine. The durability settings are PostgreSQL's
 * defaults and are stated here because callers rely on them: a committed transaction survives a power cut.
 */
const defaults: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel workers do not speed up short queries, and their shared memory does not fit a container's small /dev/shm.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  // A query whose client was killed ends within two seconds and releases its locks.
  client_connection_check_interval: '2s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Only starts, stops and crashes: the client reports the error of a statement, whose text may hold personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  logging_collector: 'off',
};

export function settingArguments(
  cluster: Cluster,
  socketDir: string,
  overrides: Record<string, string> = {},
): string[] {
  const all = {
    ...defaults,
    ...overrides,
    cluster_name: clusterName(cluster),
    // A comma-separated list, in which a path that contains a comma needs quotes.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    port: '5432',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** PostgreSQL's programs read PG* and LC_* variables; those of the operator's shell must not reach them. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, TMPDIR } = process.env;
  return { PATH: PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH, TMPDIR };
}
