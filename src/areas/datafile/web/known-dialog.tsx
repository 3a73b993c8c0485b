import { useId, useState } from 'react'
import { ensureText, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { exactTime, formatSize, momentOf } from '#web/ui/format.ts'
import { Modal } from '#web/ui/modal.tsx'
import { folderOf } from '#web/upload/fingerprint.ts'
import { send } from '#web/upload/upload-button.tsx'
import { datafile } from '../index.ts'
import type { Known } from './known.ts'
import './datafile.css'

await ensureText('datafile', 'list')

type Choice = 'version' | 'both' | 'discard'
/** The same content makes no new version. */
const choicesOf = ({ isSame }: Known): readonly Choice[] => (isSame ? ['discard', 'both'] : ['version', 'both', 'discard'])

/** With its folder: two of one name are told apart by it. */
const nameOf = (file: File | undefined): string => (file ? [folderOf(file), file.name].filter(Boolean).join('/') : '')

type Props = { files: readonly File[]; known: readonly Known[]; onClose(): void }
/** Some of what is about to be sent is here already: nothing is sent until somebody says what is to become of each. */
export const KnownDialog = ({ files, known, onClose }: Props) => {
  const t = useText('datafile')
  const lang = useLanguage()
  const id = useId()
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map())
  const choiceOf = (one: Known): Choice => chosen.get(one.index) ?? choicesOf(one)[0] ?? 'both'
  const go = (): void => {
    const byIndex = new Map(known.map((one) => [one.index, one]))
    for (const [index, file] of files.entries()) {
      const one = byIndex.get(index)
      const choice = one && choiceOf(one)
      if (choice !== 'discard') send([file], one && choice === 'version' ? `${datafile.name}/${one.id}` : datafile.name)
    }
    onClose()
  }
  const said = (one: Known): string => {
    const at = momentOf(one.at)
    const facts = [one.size !== null && formatSize(one.size, lang), at && exactTime(at)].filter(Boolean).join(' · ')
    return t(one.isSame ? 'known.content' : 'known.name', { name: one.name, number: one.number, facts })
  }
  return (
    <Modal className="confirm datafile-known" aria-labelledby={`${id}-title`} onCancel={onClose}>
      <h2 id={`${id}-title`}>{t('known.title', { count: known.length })}</h2>
      <ul>
        {known.map((one) => (
          <li key={one.index}>
            <b>{nameOf(files[one.index])}</b>
            <p>{said(one)}</p>
            <select
              className="input"
              aria-label={t('known.choice', { name: files[one.index]?.name ?? '' })}
              value={choiceOf(one)}
              onChange={(event) => {
                const choice = choicesOf(one).find((each) => each === event.target.value)
                if (choice) setChosen(new Map(chosen).set(one.index, choice))
              }}
            >
              {choicesOf(one).map((choice) => (
                <option key={choice} value={choice}>
                  {t(`known.is.${choice}`, { name: one.name, number: one.number + 1 })}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <footer>
        <Button onClick={onClose}>{t('known.cancel')}</Button>
        <Button look="primary" onClick={go}>
          {t('known.go')}
        </Button>
      </footer>
    </Modal>
  )
}
