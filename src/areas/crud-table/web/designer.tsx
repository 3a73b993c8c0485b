import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { DESIGN_PROBLEMS, type Design, type Kind, readDesign } from '#kernel'
import { ensureText, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { go } from '#web/navigation/open.ts'
import { reloadMenus } from '#web/shell/boot.ts'
import { toast } from '#web/state/toast.ts'
import { dropDraft } from '#web/draft/drafts.ts'
import { useTyped } from '#web/draft/use-typed.ts'
import { applyDesign, complaintOf, previewDesign } from './api.ts'
import { Canvas } from './canvas.tsx'
import './designer.css'
import {
  addCard,
  cardOf,
  changeCard,
  duplicatesIn,
  emptyModel,
  fromDesign,
  moveCard,
  removeCard,
  titleIn,
  toDesign,
  type Model,
} from './model.ts'
import { Palette } from './palette.tsx'
import { Preview } from './preview.tsx'
import { Properties } from './properties.tsx'
import { SqlDialog } from './sql-dialog.tsx'
import { TableBar } from './table-bar.tsx'
import { targetsOf } from './targets.ts'
import { DRAFT } from './kept.ts'

await ensureText('designer', 'form', 'field', 'list')

type Props = {
  start: Design | null
  isStored: boolean
  /** What was typed when a session ended. */
  kept?: Model | undefined
  onClose(): void
  onApplied(): void
}

/** A workbench over the whole window: kinds on the left, the table in the middle, properties and the living preview on the right. */
export default function Designer({ start, isStored, kept, onClose, onApplied }: Props) {
  const t = useText('designer')
  const lang = useLanguage()
  const [first] = useState<Model>(() => (start ? fromDesign(start, !isStored) : emptyModel()))
  const [model, setModel] = useState<Model>(kept ?? first)
  const [chosen, setChosen] = useState<string | null>(null)
  const [side, setSide] = useState<'properties' | 'preview'>('properties')
  const [sql, setSql] = useState<{ statements: string[]; removed: string[] } | null>(null)
  const [busy, setBusy] = useState(false)
  const { ask, dialog } = useConfirm()
  const ref = useRef<HTMLDialogElement>(null)
  const { data: targets = [] } = useQuery({ queryKey: ['designer', 'targets', lang], queryFn: targetsOf, staleTime: 60_000 })
  const design = useMemo(() => toDesign(model), [model])
  const problems = useMemo(
    () => [...duplicatesIn(model), ...readDesign(design, (name) => targets.find((x) => x.name === name)?.definition).problems],
    [model, design, targets],
  )
  const wrong = useMemo(() => new Set(problems.map((p) => cardOf(model, p.at)?.name ?? '')), [model, problems])
  const stored = new Set(isStored && start ? Object.keys(start.definition.fields) : [])
  const card = model.cards.find((c) => c.key === chosen)

  const isDirty = useMemo(() => JSON.stringify(model) !== JSON.stringify(first), [model, first])
  useTyped('admin', DRAFT, isDirty, () => ({ values: { start, isStored, model }, before: {} }))

  useEffect(() => {
    ref.current?.showModal()
  }, [])
  const close = () => {
    dropDraft('admin', DRAFT)
    onClose()
  }
  const leave = async () => {
    if (!isDirty || (await ask({ title: t('leave.ask'), yes: t('leave.yes'), no: t('leave.no'), danger: true }))) close()
  }
  const insert = (kind: Kind, at: number | undefined) => {
    const made = addCard(model, kind, { zh: t(`kindZh.${kind}`), en: t(`kindEn.${kind}`) }, at)
    setModel(made.model)
    setChosen(made.key)
    setSide('properties')
  }
  const add = (kind: Kind) => {
    const at = model.cards.findIndex((c) => c.key === chosen)
    insert(kind, at < 0 ? undefined : at + 1)
  }
  const problem = problems[0]
  const faulty = problem && cardOf(model, problem.at)
  const showProblem = () => {
    if (!faulty) return ref.current?.querySelector<HTMLElement>('.designer-table .input')?.focus()
    setChosen(faulty.key)
    setSide('properties')
  }
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const { problems: found, sentence } = complaintOf(error)
      toast.error(found[0] ? `${found[0].at}: ${DESIGN_PROBLEMS[found[0].key][behind(lang)]}` : sentence)
    } finally {
      setBusy(false)
    }
  }
  const apply = (drop: readonly string[]) =>
    attempt(async () => {
      const { path } = await applyDesign(design, drop)
      await reloadMenus()
      toast.success(t('applied', { title: titleIn(model, lang) }))
      dropDraft('admin', DRAFT)
      onApplied()
      await go(path)
    })
  return (
    <dialog
      ref={ref}
      className="designer"
      aria-label={t('title')}
      onCancel={(event) => {
        event.preventDefault()
        void leave()
      }}
    >
      <header className="designer-head">
        <h2>{model.isNew ? t('title') : t('change', { title: titleIn(model, lang) })}</h2>
        <span className="designer-state" role="status">
          {problem ? (
            <button type="button" className="designer-problem" onClick={showProblem}>
              {t('problem', {
                count: problems.length,
                first: `${faulty ? `“${titleIn(faulty, lang)}” ` : ''}${DESIGN_PROBLEMS[problem.key][behind(lang)]}`,
              })}
            </button>
          ) : (
            t('ready', { count: model.cards.length })
          )}
        </span>
        <Button
          disabled={problems.length > 0}
          busy={busy}
          onClick={() => void attempt(async () => setSql(await previewDesign(design, [])))}
        >
          {t('sql')}
        </Button>
        <Button look="primary" disabled={problems.length > 0} busy={busy} onClick={() => void apply([])}>
          {model.isNew ? t('create') : t('save')}
        </Button>
        <Button look="quiet" className="designer-leave" onClick={() => void leave()}>
          {t('close')}
        </Button>
      </header>
      <TableBar model={model} onChange={setModel} />
      <div className="designer-body">
        <Palette onAdd={add} />
        <Canvas
          model={model}
          chosen={chosen}
          wrong={wrong}
          onChoose={(key) => {
            setChosen(key)
            setSide('properties')
          }}
          onMove={(key, to) => setModel((m) => moveCard(m, key, to))}
          onInsert={insert}
          onRemove={(key) => setModel((m) => removeCard(m, key))}
        />
        <aside className="designer-side">
          <div className="designer-tabs" role="tablist">
            {(['properties', 'preview'] as const).map((name) => (
              <button key={name} type="button" role="tab" aria-selected={side === name} onClick={() => setSide(name)}>
                {t(`side.${name}`)}
              </button>
            ))}
          </div>
          {side === 'preview' ? (
            model.cards.length > 0 && <Preview design={design} />
          ) : card ? (
            <Properties
              key={card.key}
              card={card}
              isStored={stored.has(card.name)}
              targets={targets}
              onChange={(change) => setModel((m) => changeCard(m, card.key, change))}
            />
          ) : (
            <p className="designer-hint">{t('side.hint')}</p>
          )}
        </aside>
      </div>
      {sql && <SqlDialog {...sql} onClose={() => setSql(null)} onDrop={(names) => void apply(names)} />}
      {dialog}
    </dialog>
  )
}
