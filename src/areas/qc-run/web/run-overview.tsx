import { useEffect } from 'react'
import { Link } from 'react-router'
import download from 'virtual:icon/download'
import open from 'virtual:icon/external-link'
import sheet from 'virtual:icon/table-2'
import type { Row } from '#kernel'
import { ensureText, useResource, useText } from '#web'
import { behind } from '#web/languages.ts'
import { useCatalogue } from '#web/study/catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Empty } from '#web/ui/states.tsx'
import '#web/ui/panel-card.css'
import type { qcRun } from '../index.ts'
import { CHANGE_NAMES, changesOf, resultsOf, SIGN_DOORS } from './doors.ts'
import { openReport, saveRules, saveWorkbook } from './report.ts'
import { RunDiffers } from './run-differs.tsx'
import { RunMailed } from './run-mailed.tsx'
import { RunParts } from './run-parts.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunWhy } from './run-why.tsx'
import { Bar, ScoreBars } from './score-bar.tsx'
import './run.css'

await ensureText('control')

type Run = Row<typeof qcRun>
type Dimension = { dimension: string; score: number | null; applicable: number; total: number }
const isDimension = (value: unknown): value is Dimension => typeof value === 'object' && value !== null && 'dimension' in value
const wordsIn = (value: unknown, language: string): string =>
  typeof value === 'object' && value !== null && language in value
    ? String(Object.entries(value).find(([key]) => key === language)?.[1])
    : ''

const LOOK_MS = 2000
const SIGNS = [
  ['failed', '▲', 'failed'],
  ['warned', '◐', 'warned'],
  ['passed', '✓', 'passed'],
  ['notApplicable', '–', 'none'],
  ['errors', '⊘', 'error'],
] as const
const EVIDENCE = ['sourceHash', 'evidence', 'engine', 'formula', 'judgedAt', 'violations', 'report'] as const

const Dimensions = ({ run, value }: { run: number; value: unknown }) => {
  const { words } = useResource()
  const { data } = useCatalogue('form')
  const list = Array.isArray(value) ? value.filter(isDimension) : []
  return (
    <ScoreBars
      list={list.map((one) => ({
        ...one,
        key: one.dimension,
        door: resultsOf(run, { dimension: one.dimension }),
        name: data?.dimensions[one.dimension]?.[behind(words.lang)] ?? one.dimension,
      }))}
    />
  )
}

/** What the run says, before any list: the score with what it was judged on, where it was lost, what it changed, and the proof. */
export const RunOverview = ({ row, reload }: { row: Run; reload(): void }) => {
  const t = useText('control')
  const { words } = useResource()
  const isOpen = row.state === 'waiting' || row.state === 'running'
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  })
  if (isOpen)
    return (
      <Empty icon="loader" title={words.option('state', row.state)} text={t('run.wait')}>
        <RunProgress run={row} />
        <RunWhy row={row} />
      </Empty>
    )
  if (row.state === 'failed')
    return (
      <Empty icon="circle-alert" title={words.option('state', row.state)} text={wordsIn(row.error, behind(words.lang))}>
        <RunWhy row={row} />
      </Empty>
    )
  return (
    <div className="run-overview">
      <section className="panel-card">
        <h2>
          {words.field('score')}
          <span>
            <Button icon={open} onClick={() => void openReport(row.id, words.lang, false)}>
              {t('run.open')}
            </Button>
            <Button icon={download} onClick={() => void openReport(row.id, words.lang, true)}>
              {t('run.save')}
            </Button>
            {row.model !== null && (
              <Button icon={sheet} onClick={() => void saveWorkbook(row.id, words.lang)}>
                {t('insight.excel')}
              </Button>
            )}
          </span>
        </h2>
        <RunWhy row={row} />
        <RunMailed row={row} />
        <p className="run-score">
          <b>{row.score === null ? '–' : formatNumber(row.score, words.lang, 1)}</b>
          <Bar score={row.score} uncapped={row.uncapped} />
          <Link to={resultsOf(row.id, {})}>{t('run.judged', { applicable: row.applicable ?? 0, total: row.total ?? 0 })}</Link>
        </p>
        {row.score !== null && row.uncapped !== null && row.uncapped > row.score && (
          <p className="run-capped">
            <Link to={resultsOf(row.id, { status: 'failed', severity: 'blocking' })}>
              {t('run.capped', { score: formatNumber(row.score, words.lang), uncapped: formatNumber(row.uncapped, words.lang, 1) })}
            </Link>
          </p>
        )}
        <ul className="run-signs">
          {SIGNS.map(([name, sign, tone]) => (
            <li key={name} data-tone={tone}>
              <Link to={resultsOf(row.id, SIGN_DOORS[name])}>
                <i aria-hidden>{sign}</i> {words.field(name)} <b>{row[name] ?? 0}</b>
              </Link>
            </li>
          ))}
        </ul>
        <Dimensions run={row.id} value={row.dimensions} />
        <RunParts run={row} />
      </section>
      <section className="panel-card">
        <h2>{t('run.changes')}</h2>
        <ul className="run-signs">
          {CHANGE_NAMES.map((name) => (
            <li key={name}>
              <Link to={changesOf(row.id, name)}>
                {words.field(name)} <b>{row[name] ?? 0}</b>
              </Link>
            </li>
          ))}
        </ul>
        <RunDiffers versions={row.versions} />
        <h2 className="run-evidence-title">
          {t('run.evidence')}
          {row.rules !== null && (
            <Button icon={download} onClick={() => void saveRules(row.id)}>
              {words.field('rules')}
            </Button>
          )}
        </h2>
        <dl className="run-evidence">
          {row.judgedBy !== null && (
            <div>
              <dt>{words.field('judgedBy')}</dt>
              <dd>
                {words.option('judgedBy', row.judgedBy)}
                {row.judgedOn !== null && ` (${row.judgedOn})`}
              </dd>
            </div>
          )}
          {row.judgedBy !== null && (
            <div>
              <dt>{words.field('judgedWhy')}</dt>
              <dd>{wordsIn(row.judgedWhy, behind(words.lang))}</dd>
            </div>
          )}
          {EVIDENCE.map((name) => (
            <div key={name}>
              <dt>{words.field(name)}</dt>
              <dd>{(name === 'judgedAt' ? row[name]?.replace('T', ' ') : row[name]) ?? '–'}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
