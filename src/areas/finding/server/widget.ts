import type { Widget } from '#server/model/half.ts'
import { lastDay, workWidget } from '#server/model/widget.ts'
import { finding } from '../index.ts'

const UNTOUCHED = { field: 'state', operator: 'IN', val: 'new,reopened' } as const

export const findingWidgets: readonly Widget[] = [
  workWidget(finding, {
    key: 'serious',
    column: 'waits',
    action: 'accept',
    title: { 'zh-cn': '未处理的严重问题', en: 'Serious findings not dealt with' },
    icon: 'triangle-alert',
    order: 40,
    where: () => [UNTOUCHED, { field: 'severity', operator: 'IN', val: 'blocking,major' }],
  }),
  workWidget(finding, {
    key: 'fresh',
    column: 'worse',
    title: { 'zh-cn': '新出现的问题', en: 'New findings' },
    icon: 'triangle-alert',
    order: 10,
    where: () => [UNTOUCHED, { field: 'createdAt', operator: 'RANGE', val: lastDay() }],
  }),
]
