import type { Check } from '../check.ts'
import { codesText } from '../missing-codes.ts'
import type { ParamField } from '../param-shape.ts'
import type { Parameter, Threshold } from '../parameter.ts'
import { text, type Text } from '../text.ts'

const LONGEST = 160
const cut = (plain: string): string => (plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain)

/** The parameter in words: its settings by their labels, filter, missing codes and thresholds. */
export function settingsOf(parameter: Parameter, check: Check | undefined): Text[] {
  const lines = Object.entries(parameter.params ?? {}).map(([name, value]) => {
    const field = check?.params[name]
    const said = valueText(value, field)
    return text(`${field?.label.zh ?? name} ${said.zh}`, `${field?.label.en ?? name} ${said.en}`)
  })
  if (parameter.filter) lines.push(text(`仅当 ${parameter.filter}`, `only where ${parameter.filter}`))
  const codes = cut(codesText(parameter.missingCodes ?? []))
  if (codes) lines.push(text(`缺失代码 ${codes}`, `missing codes ${codes}`))
  if (parameter.warn) lines.push(text(`警告：${thresholdText(parameter.warn).zh}`, `warns when ${thresholdText(parameter.warn).en}`))
  if (parameter.fail) lines.push(text(`未通过：${thresholdText(parameter.fail).zh}`, `fails when ${thresholdText(parameter.fail).en}`))
  return lines
}

function valueText(value: unknown, field: ParamField | undefined): Text {
  if (typeof value === 'boolean') return value ? text('是', 'yes') : text('否', 'no')
  if (field && 'options' in field && typeof value === 'string') return field.options[value] ?? text(value, value)
  const plain =
    Array.isArray(value) && value.every((item) => typeof item !== 'object')
      ? value.join(' | ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  return text(cut(plain), cut(plain))
}

const METRIC_WORDS: Record<Threshold['metric'], Text> = {
  count: text('违规数', 'violations'),
  ratio: text('违规比例', 'share'),
  value: text('测得值', 'value'),
}

function thresholdText({ metric, op, value, min, max }: Threshold): Text {
  const { zh, en } = METRIC_WORDS[metric]
  if (op === 'outside' || op === 'inside') {
    const range = `[${min ?? '−∞'}, ${max ?? '∞'}]`
    return op === 'outside' ? text(`${zh}不在 ${range}`, `${en} outside ${range}`) : text(`${zh}在 ${range}`, `${en} inside ${range}`)
  }
  return text(`${zh} ${op} ${value ?? 0}`, `${en} ${op} ${value ?? 0}`)
}
