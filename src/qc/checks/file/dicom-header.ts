import { defineCheck } from '../../check.ts'
import { NotApplicable } from '../../problem.ts'
import type { FactItem } from '../../shape.ts'
import { text } from '../../text.ts'
import { requiredFiles } from './files.ts'

export const dicomHeader = defineCheck({
  id: 'I12',
  slug: 'dicom_header',
  facts: ['files'],
  dimension: 'file',
  kahn: 'conformance.value',
  level: 'file',
  target: 'dataset',
  title: text('DICOM 头符合方案', 'DICOM header as in the protocol'),
  counts: text('头部字段缺失或超出方案的影像文件', 'an image whose header field is missing or outside the protocol'),
  help: text(
    '字段写名称（SliceThickness）或标签（0018,0050）。多值字段的每个值都要合格。',
    'Fields by name (SliceThickness) or tag (0018,0050). Of a field with several values each must fit.',
  ),
  params: {
    fields: {
      kind: 'rows',
      required: true,
      label: text('字段要求', 'Demands'),
      fields: {
        tag: { kind: 'text', required: true, label: text('字段', 'Field') },
        min: { kind: 'number', label: text('下限（含）', 'At least') },
        max: { kind: 'number', label: text('上限（含）', 'At most') },
        values: { kind: 'texts', label: text('允许的值', 'Allowed values') },
      },
    },
  },
  example: {
    columns: ['编号'],
    rows: [],
    context: {
      files: [
        { name: '1.dcm', bytes: 1, dicom: { Modality: 'MR', SliceThickness: '1.0' } },
        { name: '2.dcm', bytes: 1, dicom: { Modality: 'CT', SliceThickness: '5' } },
      ],
    },
    parameter: {
      params: {
        fields: [
          { tag: 'Modality', values: ['MR'] },
          { tag: 'SliceThickness', min: 0.8, max: 1.2 },
        ],
      },
    },
    violations: 2,
    denominator: 4,
  },
  compile(place) {
    const files = requiredFiles(place).filter((file) => file.dicom !== undefined)
    if (files.length === 0) throw new NotApplicable('out_of_scope')
    const demands = place.params.fields
    return {
      shape: 'fact',
      fields: [],
      label: 'dicom',
      evaluate: () => {
        const items = files.flatMap((file) =>
          demands.flatMap((demand): FactItem[] => {
            const value = file.dicom?.[demand.tag]
            return value !== undefined && fits(value, demand) ? [] : [{ field: demand.tag, value: value ?? '∅', key: { file: file.name } }]
          }),
        )
        return { denominator: files.length * demands.length, violated: items.length, items }
      },
    }
  },
})

type Demand = { min: number | undefined; max: number | undefined; values: readonly string[] | undefined }

function fits(value: string, { min, max, values }: Demand): boolean {
  if (value === '') return false
  return value.split('\\').every((item) => {
    if (values !== undefined && !values.includes(item.trim())) return false
    if (min === undefined && max === undefined) return true
    const number = Number(item)
    return item.trim() !== '' && Number.isFinite(number) && number >= (min ?? -Infinity) && number <= (max ?? Infinity)
  })
}
