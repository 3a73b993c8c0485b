import type { Widget } from '#server/model/half.ts'
import { lastDay, onlyYesterday, workWidget } from '#server/model/widget.ts'
import { finding } from '../index.ts'

const SERIOUS = { field: 'severity', operator: 'IN', val: 'blocking,major' } as const
const UNTOUCHED = { field: 'state', operator: 'IN', val: 'new,reopened' } as const

export const findingWidgets: readonly Widget[] = [
  workWidget(finding, {
    key: 'serious',
    column: 'waits',
    action: 'accept',
    title: { 'zh-cn': '未处理的严重问题', en: 'Serious findings not dealt with' },
    icon: 'triangle-alert',
    order: 40,
    where: () => [UNTOUCHED, SERIOUS],
  }),
  workWidget(finding, {
    key: 'fresh',
    column: 'worse',
    title: { 'zh-cn': '新出现的严重问题', en: 'New serious findings' },
    icon: 'triangle-alert',
    order: 10,
    where: () => [{ field: 'state', operator: 'IN', val: 'new' }, SERIOUS, { field: 'createdAt', operator: 'RANGE', val: lastDay() }],
  }),
  workWidget(finding, {
    key: 'reopened',
    column: 'worse',
    title: { 'zh-cn': '再次出现的严重问题', en: 'Serious findings that came back' },
    icon: 'rotate-ccw',
    order: 12,
    // Of an old one only its change is of today.
    where: () => [{ field: 'state', operator: 'IN', val: 'reopened' }, SERIOUS, { field: 'updatedAt', operator: 'RANGE', val: lastDay() }],
  }),
  workWidget(finding, {
    key: 'lapsed',
    column: 'worse',
    title: { 'zh-cn': '接受期限已过的严重问题', en: 'Serious accepted findings whose date has passed' },
    icon: 'clock',
    order: 15,
    where: () => [
      { field: 'state', operator: 'IN', val: 'accepted' },
      SERIOUS,
      { field: 'acceptedUntil', operator: 'RANGE', val: onlyYesterday() },
    ],
  }),
]
