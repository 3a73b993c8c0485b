import { Fragment } from 'react'
import { Link } from 'react-router'
import type { TrialFault, TriedRow, TriedTable } from '#kernel'
import type { Table } from '../expression/suggest.ts'
import { useText } from '../i18n/index.ts'
import { behind, type Lang } from '../languages.ts'
import { formatNumber } from '../ui/format.ts'
import { readSetting, type Body } from './body.ts'
import type { CheckType } from './catalogue.ts'
import { lookedIn, reasonOf } from './trial-reason.ts'
import type { Trial } from './trial.ts'

type Shared = { check: CheckType; lang: Lang }

/** The expression, with the place where it goes wrong. */
const Marked = ({ text, at }: { text: string; at: number }) => (
  <pre className="trial-expression">
    {text.slice(0, at - 1)}
    <mark>{text.slice(at - 1, at) || ' '}</mark>
    {text.slice(at)}
  </pre>
)

const Faults = ({ faults, body, check, lang }: Shared & { faults: readonly TrialFault[]; body: Body }) => {
  const language = behind(lang)
  const settings = [...check.settings.target, ...check.settings.params, ...check.settings.common]
  return (
    <div role="alert">
      <ul className="trial-faults">
        {faults.map(({ path, words, at }, i) => {
          const setting = settings.find((one) => one.path.join('.') === path)
          const text = setting && readSetting(body, setting.path)
          return (
            <li key={`${path} ${i}`}>
              {setting && <b>{setting.label[language]}</b>} {words[language]}
              {at !== undefined && typeof text === 'string' && <Marked text={text} at={at} />}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const Figures = ({ table, lang, ms }: { table: TriedTable; lang: Lang; ms: number }) => {
  const t = useText('control')
  const number = (n: number) => formatNumber(n, lang)
  const { rows, of, denominator, violated, value } = table
  const share = denominator > 0 ? formatNumber((100 * violated) / denominator, lang, 1) : '–'
  return (
    <p role="status" className="trial-figures" data-status={table.status}>
      <b>{t(`insight.status.${table.status}`)}</b>{' '}
      {value === null
        ? t('trial.figures', { rows: number(rows), judged: number(denominator), violated: number(violated), share })
        : t('trial.measured', { rows: number(rows), value: formatNumber(value, lang, 4) })}{' '}
      {table.why && t('trial.nothing', { why: table.why[behind(lang)] })} {table.isMeasured && table.why && t('trial.history')}{' '}
      {of > rows && t('trial.sampled', { rows: number(rows), of: number(of) })} <small>{t('trial.took', { ms: number(ms) })}</small>
    </p>
  )
}

type RowShared = Shared & { body: Body; tables: readonly Table[]; table: TriedTable }
/** What the study calls a column, with its code. */
const columnIn = (tables: readonly Table[], table: string | null, code: string, lang: Lang): string => {
  const own = tables.filter((one) => table === null || one.code.toLowerCase() === table.toLowerCase())
  const label = own.flatMap(({ columns }) => columns).find(({ name }) => name.toLowerCase() === code.toLowerCase())?.label[behind(lang)]
  return label === undefined || label === code ? code : `${label} (${code})`
}

const Reason = ({ row, ...rest }: RowShared & { row: TriedRow }) => {
  const t = useText('control')
  const tField = useText('field')
  const { check, body, tables, table, lang } = rest
  const column = (name: string) => columnIn(tables, table.table, name, lang)
  const called = { column, yes: tField('yes'), no: tField('no'), and: t('trial.and') }
  return <>{reasonOf({ check, body, row, columns: table.columns, language: behind(lang) }, t, called)}</>
}

const Rows = ({ list, study, ...rest }: RowShared & { list: readonly TriedRow[]; study: number | null }) => {
  const t = useText('control')
  const { table, lang } = rest
  if (list.length === 0) return <p className="form-help">{t('trial.noRow')}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is wider than the window
    <div className="trial-table" role="region" aria-label={t('trial.rows')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('trial.verdict')}</th>
            <th scope="col">{t('trial.row')}</th>
            {table.columns.map(({ name }) => (
              <th key={name} scope="col" title={columnIn(rest.tables, table.table, name, lang)}>
                {name}
              </th>
            ))}
            <th scope="col">{t('trial.why')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((row, i) => {
            const looked = lookedIn({ ...rest, row, columns: table.columns })
            return (
              <tr key={i} data-verdict={row.verdict}>
                <td>{row.verdict === 'failed' ? `▲ ${t('trial.failed')}` : `✓ ${t('trial.fine')}`}</td>
                <th scope="row">
                  {row.record === null || row.form === null ? (
                    row.name
                  ) : (
                    <Link target="_blank" to={`/admin/clinical/data?study=${study ?? ''}&form=${row.form}&record=${row.record}`}>
                      {row.name}
                    </Link>
                  )}
                </th>
                {row.cells.map((cell, at) => (
                  <td key={at} data-looked={looked.has(table.columns[at]?.name ?? '') || undefined}>
                    {cell ?? '∅'}
                  </td>
                ))}
                <td className="trial-why">
                  <Reason {...rest} row={row} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type AnswerProps = Shared & { trial: Trial; body: Body; names: readonly Table[]; message: string }
/** What a rule would find in the rows it was tried on: counts, then row by row. */
export const TrialAnswer = ({ trial, body, check, lang, names, message }: AnswerProps) => {
  const t = useText('control')
  const { faults, trouble, tables, list, study, ms } = trial
  if (trouble)
    return (
      <p className="form-trouble" role="alert">
        {trouble[behind(lang)]}
      </p>
    )
  if (faults.length > 0) return <Faults faults={faults} body={body} check={check} lang={lang} />
  if (tables.length === 0) return <p role="status">{t('trial.noTable')}</p>
  return (
    <div className="trial-answer">
      {message !== '' && trial.tables.some(({ violated }) => violated > 0) && <p>{t('trial.message', { message })}</p>}
      {tables.map((table, i) => (
        <Fragment key={`${table.table ?? ''} ${i}`}>
          {tables.length > 1 && <h4>{table.table}</h4>}
          <Figures table={table} lang={lang} ms={ms} />
          {list && <Rows {...{ table, body, study, check, lang }} tables={names} list={list.filter((row) => row.table === table.table)} />}
        </Fragment>
      ))}
      {!list && <p className="form-help">{t('trial.secret')}</p>}
      {tables.some(({ columns }) => columns.some(({ isHidden }) => isHidden)) && list && <p className="form-help">{t('trial.masked')}</p>}
    </div>
  )
}
