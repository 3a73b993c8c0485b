/** Given on the command line, so that an upgrade of ours takes effect on an old cluster. */
const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  cluster_name: 'data-quality-control',
  max_connections: '50',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  work_mem: '16MB',
  // pglz, the one kind that this build has, costs more processor than all else that a write does; the log is a copy of pages on a local disk.
  wal_compression: 'off',
  max_wal_size: '2GB',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  wal_level: 'minimal',
  max_wal_senders: '0',
  idle_in_transaction_session_timeout: '10min',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Statements and details of a failed row would carry patients' data into the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
} as const

const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
} as const

/** `throwAway` is for tests alone: a power cut loses such a cluster. */
export const settingsFor = (port: number, isThrowAway: boolean) =>
  Object.entries({ ...always, ...(isThrowAway && throwAway), port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
