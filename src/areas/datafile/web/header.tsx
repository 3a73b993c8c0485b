import { type ReactNode } from 'react'
import { useResource, useText } from '#web'
import { isObject } from '#kernel'
import { formatNumber } from '#web/ui/format.ts'
import '#web/resource/record/detail.css'
import { DicomTags } from './dicom-tags.tsx'
import { Dictionary } from './dictionary.tsx'

/** In the order in which they are read. */
const FACTS = [
  'version',
  'reference',
  'source',
  'samples',
  'contigs',
  'info',
  'format',
  'filters',
  'platform',
  'instrument',
  'reads',
  'shortest',
  'median',
  'longest',
  'phredOffset',
  'niftiVersion',
  'size',
  'spacing',
  'datatype',
  'spaceUnit',
  'timeUnit',
  'qform',
  'sform',
  'description',
] as const
const FEW = 6
const COUNTED: ReadonlySet<string> = new Set(['reads', 'info', 'format', 'filters', 'shortest', 'median', 'longest'])

/** A few names, the others behind a fold. */
const Names = ({ names, all }: { names: readonly string[]; all: number }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const rest = all > names.length ? ` ${t('andMore', { count: all, amount: formatNumber(all, words.lang) })}` : ''
  if (names.length <= FEW) return names.join(', ') + rest
  return (
    <details className="datafile-names">
      <summary>
        {names.slice(0, 3).join(', ')} … {t('showAll', { count: all, amount: formatNumber(all, words.lang) })}
      </summary>
      {names.join(', ')}
      {rest}
    </details>
  )
}

/** What the file says of itself as a whole: versions, samples, instrument, sizes. */
const About = ({ about }: { about: Readonly<Record<string, unknown>> }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const shown = (name: string): ReactNode => {
    const value = about[name]
    if (Array.isArray(value))
      return value.length > 0 && <Names names={value.map(String)} all={Number(about[`${name}InAll`] ?? value.length)} />
    if (typeof value === 'number') return COUNTED.has(name) ? formatNumber(value, words.lang) : String(value)
    return typeof value === 'string' && value
  }
  const facts = FACTS.map((name) => [name, shown(name)] as const).filter(([, value]) => value !== false && value !== '')
  if (facts.length === 0) return null
  return (
    <section className="detail">
      <h3>{t('header')}</h3>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`fact.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Above the content: what the file says of itself as a whole. */
export const Header = ({ kind, header }: { kind: string | null; header: unknown }) => {
  if (!isObject(header)) return null
  if (kind === 'dicom') return <DicomTags header={header} />
  return isObject(header['about']) && <About about={header['about']} />
}

/** Below it: what a file of a statistics program says of its variables. */
export const Variables = ({ header }: { header: unknown }) =>
  isObject(header) && Array.isArray(header['dictionary']) && <Dictionary given={header['dictionary']} />
