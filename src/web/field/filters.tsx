import { ChoiceFilter, PointerFilter, SwitchFilter } from './filter/choice.tsx'
import { DateFilter, NumberFilter, TextFilter, TimeFilter } from './filter/text.tsx'
import type { FilterViews } from './view.ts'

/** Kinds that can only be asked whether they are filled need no widget. */
const Nothing = () => null

export const filters: FilterViews = {
  string: TextFilter,
  textarea: TextFilter,
  richText: TextFilter,
  code: TextFilter,
  password: Nothing,
  number: NumberFilter,
  float: NumberFilter,
  integer: NumberFilter,
  year: NumberFilter,
  date: DateFilter,
  time: TimeFilter,
  dateTime: DateFilter,
  switch: SwitchFilter,
  array: Nothing,
  file: Nothing,
  image: Nothing,
  images: Nothing,
  select: ChoiceFilter,
  radio: ChoiceFilter,
  checkbox: ChoiceFilter,
  remoteSelect: PointerFilter,
  city: TextFilter,
  icon: TextFilter,
  color: TextFilter,
  json: Nothing,
  ref: PointerFilter,
  refs: PointerFilter,
}
