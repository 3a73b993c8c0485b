import { TrinoError } from './statement.ts'
import { TransportError } from './transport.ts'

/** What Trino calls its own trouble. Entered as the error of a check it would pass for a fault of the rule, and halving would send it many times. */
const TROUBLE = new Set([
  'ABANDONED_QUERY',
  'ABANDONED_TASK',
  'ADMINISTRATIVELY_KILLED',
  'ADMINISTRATIVELY_PREEMPTED',
  'CLUSTER_OUT_OF_MEMORY',
  'NO_NODES_AVAILABLE',
  'PAGE_TRANSPORT_ERROR',
  'PAGE_TRANSPORT_TIMEOUT',
  'QUERY_QUEUE_FULL',
  'QUERY_REJECTED',
  'REMOTE_HOST_GONE',
  'REMOTE_TASK_ERROR',
  'REMOTE_TASK_MISMATCH',
  'SERVER_SHUTTING_DOWN',
  'SERVER_STARTING_UP',
  'STALLED',
  'TOO_MANY_REQUESTS_FAILED',
  'USER_CANCELED',
])

/** Whether the server is gone, ended the statement for reasons of its own, or never began it: no verdict on any check. */
export const isLost = (error: unknown): boolean =>
  error instanceof TransportError || (error instanceof TrinoError && TROUBLE.has(error.code ?? ''))
