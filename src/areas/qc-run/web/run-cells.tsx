import { isObject } from '#kernel'
import { ensureText, useText } from '#web'
import type { CellViewProps } from '#web'
import { behind } from '#web/languages.ts'
import { useCatalogue } from '#web/study/catalogue.ts'
import { formatNumber } from '#web/ui/format.ts'

await ensureText('control', 'list')

// What a run keeps for whoever repeats it, as a sentence: in the overview and in its history.
type Props = Pick<CellViewProps, 'value' | 'words'>
const MOST = 6
const BETWEEN = ' · '

const listOf = (value: unknown): Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.filter(isObject) : [])
const partOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** The first of them, and how many more there are. */
const useSome = () => {
  const t = useText('list')
  return (all: readonly string[]): string =>
    [...all.slice(0, MOST), ...(all.length > MOST ? [t('history.rest', { count: all.length - MOST })] : [])].join(BETWEEN) || '–'
}

export const Dimensions = ({ value, words }: Props) => {
  const { data } = useCatalogue('form')
  const some = useSome()
  const said = listOf(value).map(({ dimension, score }) => {
    const name = data?.dimensions[String(dimension)]?.[behind(words.lang)] ?? String(dimension)
    return `${name} ${typeof score === 'number' ? formatNumber(score, words.lang, 1) : '–'}`
  })
  return <>{some(said)}</>
}

export const Versions = ({ value }: Props) => {
  const t = useText('control')
  const some = useSome()
  const all = listOf(value)
  return (
    <>
      {all.length === 0
        ? '–'
        : `${t('run.rules', { count: all.length })}${BETWEEN}${some(all.map(({ code, number }) => `${String(code)} v${String(number)}`))}`}
    </>
  )
}

export const Snapshots = ({ value, words }: Props) => {
  const t = useText('control')
  const some = useSome()
  const number = partOf(value, 'dictionary')
  const forms = listOf(partOf(value, 'forms')).map(({ name, rows }) =>
    t('run.snapshot', { name, rows: formatNumber(Number(rows), words.lang) }),
  )
  return <>{some([...(number === undefined ? [] : [t('run.dictionary', { number })]), ...forms])}</>
}

export const Asked = ({ value }: Props) => {
  const t = useText('control')
  const some = useSome()
  const count = (name: string): number => Array.from([partOf(value, name)].flat()).filter((one) => one !== undefined).length
  if (!isObject(value)) return <>–</>
  return <>{some([t('run.rules', { count: count('parameters') }), t('run.pairs', { count: count('pairs') })])}</>
}

export const Mailed = ({ value }: Props) => {
  const t = useText('control')
  if (!isObject(value)) return <>–</>
  if (value['hasServer'] !== true) return <>{t('mailed.noServer')}</>
  const n = [value['outbox']].flat().length
  return <>{n === 0 ? t('mailed.nobody') : t('mailed.mails', { n })}</>
}
