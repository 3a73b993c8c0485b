import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import updateLocale from 'dayjs/plugin/updateLocale'
import { useText } from '../../i18n/index.ts'
import { exactTime, momentOf } from '../../ui/format.ts'
import type { InputViewProps } from '../view.ts'
import { attributes, status } from './attributes.ts'

dayjs.extend(customParseFormat)
dayjs.extend(updateLocale)
// English is written as in Britain (`language.json`): a week begins on Monday here as in every other calendar, not on the Sunday of dayjs.
dayjs.updateLocale('en', { weekStart: 1 })

const read = (value: unknown, format?: string): Dayjs | null => {
  if (typeof value !== 'string' || value === '') return null
  const moment = format ? dayjs(value, format) : dayjs(momentOf(value) ?? '')
  return moment.isValid() ? moment : null
}

export function DateInput(p: InputViewProps) {
  const t = useText('field')
  return (
    <DatePicker
      {...attributes(p)}
      {...status(p.invalid)}
      className="wide"
      placeholder={t('choose')}
      value={read(p.value, 'YYYY-MM-DD')}
      onChange={(d) => p.onChange(d ? d.format('YYYY-MM-DD') : null)}
    />
  )
}

/** A day outside a form, year first: a browser of its own would write it as its country does. It stands in its label. */
export const DayPicker = ({ value, onChange }: { value: string; onChange(day: string): void }) => (
  <DatePicker
    className="wide"
    placeholder="YYYY-MM-DD"
    value={read(value, 'YYYY-MM-DD')}
    onChange={(day) => onChange(day ? day.format('YYYY-MM-DD') : '')}
  />
)

/** Picked on the reader's clock, stored as a point in time. */
export function DateTimeInput(p: InputViewProps) {
  const t = useText('field')
  return (
    <DatePicker
      {...attributes(p)}
      {...status(p.invalid)}
      className="wide"
      showTime
      format="YYYY-MM-DD HH:mm:ss"
      placeholder={t('choose')}
      value={read(p.value)}
      title={momentOf(p.value) ? exactTime(momentOf(p.value)!) : ''}
      onChange={(d) => p.onChange(d ? d.toDate().toISOString() : null)}
    />
  )
}

export function TimeInput(p: InputViewProps) {
  const t = useText('field')
  return (
    <TimePicker
      {...attributes(p)}
      {...status(p.invalid)}
      className="wide"
      placeholder={t('choose')}
      value={read(p.value, 'HH:mm:ss') ?? read(p.value, 'HH:mm')}
      onChange={(d) => p.onChange(d ? d.format('HH:mm:ss') : null)}
    />
  )
}

export function YearInput(p: InputViewProps) {
  const t = useText('field')
  return (
    <DatePicker
      {...attributes(p)}
      {...status(p.invalid)}
      className="wide"
      picker="year"
      placeholder={t('choose')}
      value={typeof p.value === 'number' ? dayjs(`${p.value}-01-01`) : null}
      onChange={(d) => p.onChange(d ? d.year() : null)}
    />
  )
}
