import type { ReactNode } from 'react'
import { ensureText, useResource, useText } from '#web'
import type { Row } from '#kernel'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { LabelLink } from '#web/resource/list/label-link.tsx'
import { listAddress, useMenu } from '#web/state/menu.ts'
import { exactTime, momentOf } from '#web/ui/format.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import '#web/resource/record/detail.css'
import type { task } from '../index.ts'
import { ProgressCell, spanOf } from './cells.tsx'
import { TaskFile } from './file.tsx'
import { LastLines } from './log.tsx'
import { ToldSection, useTold, Value } from './told.tsx'
import type { Told } from './told.tsx'

await ensureText('task')

type Task = Row<typeof task> & { _labels?: Readonly<Record<string, unknown>> }
type Step = { name: string; words?: Readonly<Record<string, string>> }
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const isStep = (value: unknown): value is Step => isObject(value) && typeof value['name'] === 'string'
const stepsOf = (called: unknown): Step[] => (isObject(called) && Array.isArray(called['steps']) ? called['steps'].filter(isStep) : [])

/** What is behind it, what it is at, what is to come. Never by colour alone. */
const Steps = ({ row }: { row: Task }) => {
  const t = useText('task')
  const lang = behind(useLanguage())
  const steps = stepsOf(row.called)
  if (steps.length === 0) return null
  const at =
    row.state === 'done'
      ? steps.length
      : row.startedAt === null
        ? -1
        : Math.max(
            0,
            steps.findIndex(({ name }) => name === row.step),
          )
  const standing = (i: number) => (i < at ? 'done' : i > at ? 'waiting' : row.state === 'running' ? 'running' : 'stopped')
  return (
    <section className="detail">
      <h3>{t('steps')}</h3>
      <ol className="task-steps">
        {steps.map(({ name, words }, i) => (
          <li key={name} data-standing={standing(i)}>
            <span>{words?.[lang] ?? name}</span>
            <small>{t(`standing.${standing(i)}`)}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The record that it is about, or, before there is one, the list that it will stand in. */
const Subject = ({ row, told }: { row: Task; told: Told | undefined }) => {
  const list = useMenu((s) => listAddress(s.nodes, row.resource ?? ''))
  const label = row._labels?.['resource']
  const name = typeof label === 'string' ? label : (row.resource ?? '')
  if (told?.subject?.shown.as === 'records' && told.subject.shown.records[0]?.label)
    return (
      <span className="task-records">
        <span>{name}</span>
        <Value shown={told.subject.shown} />
      </span>
    )
  return (
    <LabelLink to={list && (row.record ? `${list}/${row.record}` : list)} active>
      {row.record ? `${name} #${row.record}` : name}
    </LabelLink>
  )
}

/** Where it stands, what it was asked for and what came of it. */
export const Overview = ({ row: given }: { row: Row<typeof task> }) => {
  const row: Task = given
  const { words } = useResource()
  const told = useTold(row.id, row.state)
  const moment = (value: string | null) => {
    const at = momentOf(value)
    return at && <time dateTime={at.toISOString()}>{exactTime(at)}</time>
  }
  const label = (name: string): string | null => {
    const text = row._labels?.[name]
    return typeof text === 'string' ? text : null
  }
  const facts: [string, ReactNode][] = [
    ['kind', label('kind') ?? row.kind],
    [
      'state',
      <Tag key="state" tone={toneOf(row.state ?? '')}>
        {words.option('state', row.state ?? '')}
      </Tag>,
    ],
    ['progress', <ProgressCell key="progress" value={row.progress} row={row} words={words} />],
    ['resource', row.resource && <Subject key="subject" row={row} told={told} />],
    ['ownerId', label('ownerId')],
    ['member', label('member')],
    ['createdAt', moment(row.createdAt)],
    ['runAfter', row.state === 'waiting' && moment(row.runAfter)],
    ['startedAt', moment(row.startedAt)],
    ['endedAt', moment(row.endedAt)],
    ['duration', row.duration === null ? null : spanOf(row.duration)],
    ['attempt', row.attempt],
    ['schedule', row.schedule],
    ['worker', row.state === 'running' && row.worker],
  ]
  return (
    <div className="record-card">
      {typeof row.error === 'string' && (
        <p className="task-error" role="alert">
          {row.error}
        </p>
      )}
      {(row.state === 'failed' || row.state === 'parked') && <LastLines key={row.id} task={row.id} />}
      <TaskFile row={row} />
      <section className="detail">
        <dl>
          {facts.map(
            ([name, value]) =>
              value !== null &&
              value !== false &&
              value !== '' && (
                <div key={name}>
                  <dt>{words.field(name)}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </section>
      <Steps row={row} />
      <ToldSection title={words.field('input')} lines={told?.input} />
      <ToldSection title={words.field('result')} lines={told?.result} />
    </div>
  )
}
