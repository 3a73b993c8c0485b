import { useState } from 'react'
import { inAllUnits, type OtherUnit, splitUnit } from '#kernel'

type Measured = { unit?: string | null | undefined; units?: readonly OtherUnit[] | undefined }

/**
 * A value that may be entered in several units: the unit travels behind the number, `101 mg/dL`, and the server keeps the value in the unit of
 * the variable. What comes back without one is in that unit, whatever was chosen before.
 */
export const useUnit = (field: Measured, value: string, onChange: (value: string) => void) => {
  const measured = { unit: field.unit ?? '', units: field.units }
  const [chosen, setChosen] = useState(measured.unit)
  const suffix = (field.units ?? []).map(({ unit }) => ` ${unit}`).find((end) => value.endsWith(end)) ?? ''
  const unit = suffix ? suffix.slice(1) : value === '' ? chosen : (splitUnit(measured, value)?.unit ?? measured.unit)
  const number = suffix ? value.slice(0, -suffix.length) : value
  const joined = (text: string, of: string): string => (of === measured.unit || text.trim() === '' ? text : `${text} ${of}`)
  return {
    unit,
    number,
    units: [measured.unit, ...(field.units ?? []).map((other) => other.unit)],
    others: inAllUnits(measured, value),
    type: (text: string) => onChange(joined(text, unit)),
    choose: (next: string) => {
      setChosen(next)
      onChange(joined(number, next))
    },
  }
}
