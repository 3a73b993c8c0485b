import './field.css'
import type { Field, Kind } from '#kernel'
import { ChoiceCell, ChoicesCell, EnteredChoicesCell } from './cell/choice.tsx'
import { CityCell, PairsCell } from './cell/list.tsx'
import { ColorCell, FileCell, IconCell, ImageCell, ImagesCell } from './cell/media.tsx'
import { RefCell, RefsCell } from './cell/pointer.tsx'
import { SwitchCell } from './cell/switch.tsx'
import { CodeCell, DigitsCell, JsonCell, NumberCell, PasswordCell, RichTextCell, TextCell } from './cell/text.tsx'
import { DateTimeCell } from './cell/time.tsx'
import type { CellView, CellViews } from './view.ts'

/** How every kind stands in a list and in the detail drawer. */
export const cells: CellViews = {
  string: { Cell: TextCell, stateless: true, text: true, width: 160, grow: true },
  textarea: { Cell: TextCell, stateless: true, text: true, width: 220, grow: true, sortable: false },
  richText: { Cell: RichTextCell, width: 240, grow: true, heavy: true, sortable: false },
  code: { Cell: CodeCell, stateless: true, text: true, width: 220, grow: true, sortable: false },
  password: { Cell: PasswordCell, width: 90, sortable: false },
  number: { Cell: NumberCell, stateless: true, text: true, width: 120, align: 'end' },
  float: { Cell: NumberCell, stateless: true, text: true, width: 120, align: 'end' },
  integer: { Cell: NumberCell, stateless: true, text: true, width: 100, align: 'end' },
  year: { Cell: DigitsCell, stateless: true, text: true, width: 90, align: 'end' },
  date: { Cell: TextCell, stateless: true, text: true, width: 120 },
  time: { Cell: TextCell, stateless: true, text: true, width: 100 },
  dateTime: { Cell: DateTimeCell, stateless: true, text: true, width: 130 },
  switch: { Cell: SwitchCell, width: 80, align: 'center' },
  array: { Cell: PairsCell, width: 200, sortable: false },
  file: { Cell: FileCell, width: 180, sortable: false },
  image: { Cell: ImageCell, width: 80, align: 'center', heavy: true, sortable: false },
  images: { Cell: ImagesCell, width: 140, heavy: true, sortable: false },
  select: { Cell: ChoiceCell, stateless: true, width: 110 },
  radio: { Cell: ChoiceCell, stateless: true, width: 110 },
  checkbox: { Cell: ChoicesCell, width: 180, sortable: false },
  remoteSelect: { Cell: TextCell, stateless: true, text: true, width: 140 },
  city: { Cell: CityCell, width: 200, heavy: true, sortable: false },
  icon: { Cell: IconCell, width: 70, align: 'center', sortable: false },
  color: { Cell: ColorCell, stateless: true, width: 110, sortable: false },
  json: { Cell: JsonCell, width: 200, sortable: false },
  ref: { Cell: RefCell, stateless: true, text: true, width: 140, grow: true },
  refs: { Cell: RefsCell, width: 220, grow: true, sortable: false },
}

/** What was entered is shown as it was entered, whatever it says. A form has many of them, and their values are short. */
const entered: Partial<Record<Kind, CellView>> = {
  string: { ...cells.string, width: 110 },
  number: { ...cells.number, width: 84 },
  float: { ...cells.float, width: 84 },
  integer: { ...cells.integer, width: 84 },
  date: { ...cells.date, width: 110 },
  select: { ...cells.select, width: 84 },
  radio: { ...cells.radio, width: 84 },
  dateTime: { ...cells.date, width: 150 },
  checkbox: { ...cells.checkbox, Cell: EnteredChoicesCell },
}
export const cellOf = (field: Field): CellView => (field.entered && entered[field.kind]) || cells[field.kind]
