import type { Judged } from '#study/run/judge.ts'
import type { Asked } from './asked.ts'

/** What a run notes of itself: the verdict, and the evidence for it. */
export const factsOf = ({ rules, overrides, subject }: Asked, { score, rows, snapshots, ...judged }: Judged, moment: string | null) => {
  const { statuses } = score
  return {
    score: score.score,
    uncapped: score.uncapped ?? null,
    applicable: score.applicable,
    total: score.total,
    failed: statuses.failed,
    warned: statuses.warned,
    passed: statuses.passed,
    notApplicable: statuses.not_applicable + statuses.skipped,
    errors: statuses.error,
    rows,
    dimensions: score.dimensions,
    sourceHash: judged.sourceHash,
    snapshots: subject.kind !== 'records' ? null : { dictionary: subject.dictionary, moment, forms: snapshots },
    versions: rules.map(({ id, code, version, number }) => {
      const held = overrides.flatMap((one) =>
        one.parameter === id ? [{ id: one.id, version: one.version, title: `${code} · ${one.name}` }] : [],
      )
      return { parameter: id, code, version, number, ...(held.length > 0 ? { overrides: held } : {}) }
    }),
    engine: judged.engine,
    judgedBy: judged.by.engine,
    judgedWhy: judged.by.why,
    judgedOn: judged.by.server,
    formula: judged.formula,
    judgedAt: judged.now,
    evidence: judged.evidence,
    sites: judged.sites.length > 0 ? judged.sites : null,
    scores: subject.kind === 'records' ? judged.scores : null,
  }
}
