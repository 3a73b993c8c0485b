import { Link } from 'react-router'
import { useText } from '#web'
import { behind, type Lang } from '#web/languages.ts'
import { inWords } from '#web/study/body.ts'
import { formatNumber } from '#web/ui/format.ts'
import type { Proposal } from './api.ts'

const paramsOf = ({ body }: Proposal): [string, unknown][] => {
  const { params } = body
  const { filter } = body
  return [
    ...(typeof params === 'object' && params !== null ? Object.entries(params) : []),
    ...(filter ? [['filter', filter] satisfies [string, unknown]] : []),
  ]
}

type Props = {
  list: readonly Proposal[]
  chosen: ReadonlySet<number>
  onChoose(keys: readonly number[], isChosen: boolean): void
  lang: Lang
}
/** Each proposal with what speaks for it; what the set has already cannot be chosen. */
export const ProposalList = ({ list, chosen, onChoose, lang }: Props) => {
  const t = useText('control')
  const language = behind(lang)
  const free = list.flatMap(({ key, standing }) => (standing === 'in' ? [] : [key]))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is wider than the window
    <div className="proposal-table" role="region" aria-label={t('proposal.list')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={t('proposal.all')}
                checked={free.length > 0 && free.every((key) => chosen.has(key))}
                disabled={free.length === 0}
                onChange={(event) => onChoose(free, event.target.checked)}
              />
            </th>
            <th scope="col">{t('proposal.rule')}</th>
            <th scope="col">{t('setting')}</th>
            <th scope="col">{t('proposal.evidence')}</th>
            <th scope="col">{t('proposal.standing')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((proposal) => {
            const { key, name, check, confidence, evidence, standing, parameter, code } = proposal
            return (
              <tr key={key} data-standing={standing}>
                <td>
                  <input
                    type="checkbox"
                    id={`proposal-${key}`}
                    aria-label={name[language]}
                    checked={chosen.has(key)}
                    disabled={standing === 'in'}
                    onChange={(event) => onChoose([key], event.target.checked)}
                  />
                </td>
                <th scope="row">
                  <label htmlFor={`proposal-${key}`}>{name[language]}</label> <small>{check}</small>
                </th>
                <td>
                  <code>
                    {paramsOf(proposal)
                      .map(([setting, value]) => `${setting}: ${inWords(value)}`)
                      .join('; ') || '–'}
                  </code>
                </td>
                <td>
                  {evidence?.[language] ?? '–'}
                  {confidence !== null && <b> {formatNumber(confidence * 100, lang, 1)}%</b>}
                </td>
                <td>
                  {t(`proposal.is.${standing}`)}
                  {parameter !== null && (
                    <>
                      {' '}
                      <Link to={`/admin/control/parameter/${parameter}`}>{code}</Link>
                    </>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
