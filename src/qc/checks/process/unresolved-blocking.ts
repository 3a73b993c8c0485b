import { defineCheck } from '../../check.ts'
import { findingsOf, type FindingFact } from '../../context.ts'
import { NotApplicable } from '../../problem.ts'
import { text } from '../../text.ts'
import { byGroup } from './by-group.ts'

const SETTLED = new Set(['accepted', 'resolved', 'false_positive'])
const open = (finding: FindingFact): boolean => !SETTLED.has(finding.state)

const count = (findings: readonly FindingFact[]) => ({ denominator: findings.length, violated: findings.filter(open).length })

export const unresolvedBlocking = defineCheck({
  id: 'K02',
  slug: 'unresolved_blocking',
  facts: ['findings'],
  dimension: 'process',
  kahn: 'conformance.value',
  level: 'dataset',
  target: 'dataset',
  severity: 'blocking',
  title: text('未解决的阻断问题', 'Unresolved blocking findings'),
  counts: text('既未解决也未接受的阻断级问题', 'a blocking finding that is neither resolved nor accepted'),
  help: text(
    '用于锁库前。问题取自 context.findings（id、severity、state 及可分组的属性）；没有提供时不判断。',
    'For the gate before a lock. Findings come from context.findings (id, severity, state and what to group by); without it nothing is judged.',
  ),
  params: {},
  example: {
    columns: ['编号'],
    rows: [['S1']],
    parameter: {},
    context: {
      findings: [
        { id: 'F1', severity: 'blocking', state: 'new' },
        { id: 'F2', severity: 'blocking', state: 'accepted' },
        { id: 'F3', severity: 'minor', state: 'new' },
      ],
    },
    violations: 1,
    denominator: 2,
  },
  compile({ parameter, context }) {
    const findings = findingsOf(context)?.filter((finding) => finding.severity === 'blocking')
    if (!findings) throw new NotApplicable('out_of_scope')
    return {
      shape: 'fact',
      fields: [],
      label: 'finding',
      evaluate: () => ({
        ...count(findings),
        items: findings.filter(open).map((finding) => ({ key: { id: finding.id }, value: finding.state })),
        groups: byGroup(findings, parameter.groupBy, count),
      }),
    }
  },
})
