/** What writes rows for the study: an engine, bound to whoever acts. */
export type Writer = {
  move(resource: string, input: { id: number; to: string }, facts: Record<string, unknown>): Promise<unknown>
  add(resource: string, facts: Record<string, unknown>): Promise<unknown>
}
export type Step = {
  to: string
  cause: 'person' | 'data' | 'query'
  by: number | null
  reason: string | null
  run?: number
  facts?: Record<string, unknown>
}

/** One step of a finding outside a run's own comparison, with the event that tells it. */
export const stepFinding = async (
  write: Writer,
  { id, state, value }: { id: number; state: string; value: string | null },
  { to, cause, by, reason, run, facts = {} }: Step,
): Promise<void> => {
  await write.move('finding', { id, to }, { reason, ...facts })
  await write.add('finding.event', { finding: id, from: state, to, cause, by, value, reason, run: run ?? null })
}
