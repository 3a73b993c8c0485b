import type { ComponentType } from 'react'
import type { Field, Operator } from '#kernel'
import { ChoiceFilter, NameFilter, PointerFilter, SwitchFilter } from './filter/choice.tsx'
import { DateFilter, NumberFilter, TextFilter, TimeFilter } from './filter/text.tsx'
import type { FilterViewProps, FilterViews } from './view.ts'

/** Kinds that can only be asked whether they are filled need no widget. */
const Nothing = () => null

const isNamed = (field: Field) => field.names === 'resource' || field.names === 'recyclable'
/** A name is picked, so it is asked for as one of several, not by a part of it. */
export const lookOf = (field: Field, operator: Operator): keyof typeof filters =>
  isNamed(field) && !operator.includes('LIKE') ? 'name' : field.kind

export const filters: FilterViews & Record<'name', ComponentType<FilterViewProps>> = {
  name: NameFilter,
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
