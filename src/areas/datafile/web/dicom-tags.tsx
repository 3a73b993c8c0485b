import { useResource, useText } from '#web'
import { formatNumber } from '#web/ui/format.ts'
import { TAGS, isPersonal, tagText } from './dicom-tag.ts'

const FEW = 14
type Line = { tag: string; value: string; isKnown: boolean }
const KNOWN: ReadonlySet<string> = new Set(TAGS)

const Lines = ({ lines }: { lines: readonly Line[] }) => {
  const t = useText('datafile')
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('dicom.name')}</th>
          <th scope="col">{t('dicom.tag')}</th>
          <th scope="col">{t('dicom.value')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ tag, value, isKnown }) => (
          <tr key={tag}>
            <th scope="row">
              {isKnown ? t(`tag.${tag}`) : <span className="datafile-blank">{t('dicom.other')}</span>}
              {isPersonal(tag) && value !== '' && <small className="datafile-person">{t('person')}</small>}
            </th>
            <td>
              <code>({tag})</code>
            </td>
            <td>{tagText(tag, value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The tags of an image under the names that people use, group and element beside; those without a name, and what is many, behind a fold. */
export const DicomTags = ({ header }: { header: Readonly<Record<string, unknown>> }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const lineOf = (tag: string, isKnown: boolean): Line => ({ tag, value: String(header[tag] ?? ''), isKnown })
  const known = TAGS.filter((tag) => typeof header[tag] === 'string' && header[tag] !== '').map((tag) => lineOf(tag, true))
  const others = Object.keys(header)
    .filter((tag) => /^[0-9a-f]{4},[0-9a-f]{4}$/.test(tag) && !KNOWN.has(tag) && !tag.endsWith(',0000') && header[tag] !== '')
    .map((tag) => lineOf(tag, false))
  if (known.length + others.length === 0) return null
  const rest = [...known.slice(FEW), ...others]
  return (
    <section className="detail">
      <h3>{t('header')}</h3>
      {known.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="datafile-table" role="region" aria-label={t('header')} tabIndex={0}>
          <Lines lines={known.slice(0, FEW)} />
        </div>
      )}
      {rest.length > 0 && (
        <details className="datafile-more">
          <summary>{t('dicom.more', { count: rest.length, amount: formatNumber(rest.length, words.lang) })}</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className="datafile-table" role="region" aria-label={t('dicom.tag')} tabIndex={0}>
            <Lines lines={rest} />
          </div>
        </details>
      )}
    </section>
  )
}
