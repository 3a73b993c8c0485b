import { dimensionWords } from '#kernel'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import { formatNumber } from '#web/ui/format.ts'

type Score = { dimension: string; score: number | null }
const isScore = (value: unknown): value is Score => typeof value === 'object' && value !== null && 'dimension' in value && 'score' in value
const scoresIn = (value: unknown): Map<string, number | null> =>
  new Map((Array.isArray(value) ? value.filter(isScore) : []).map(({ dimension, score }) => [dimension, score]))

/** Where the score of two runs of the same scope went up or down. */
export const CompareDimensions = ({ now, before }: { now: unknown; before: unknown }) => {
  const t = useText('control')
  const lang = useLanguage()
  const words: Readonly<Record<string, string>> = dimensionWords[behind(lang)]
  const [own, earlier] = [scoresIn(now), scoresIn(before)]
  const figure = (score: number | null | undefined) => (score === null || score === undefined ? '–' : formatNumber(score, lang, 1))
  return (
    <table className="run-figures">
      <thead>
        <tr>
          {['dimension', 'then', 'now'].map((name) => (
            <th key={name} scope="col">
              {t(`insight.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...new Set([...own.keys(), ...earlier.keys()])].map((dimension) => (
          <tr key={dimension}>
            <th scope="row">{words[dimension] ?? dimension}</th>
            <td>{figure(earlier.get(dimension))}</td>
            <td>{figure(own.get(dimension))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
