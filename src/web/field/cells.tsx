import './field.css'
import { ChoiceCell, ChoicesCell } from './cell/choice.tsx'
import { CityCell, PairsCell } from './cell/list.tsx'
import { ColorCell, FileCell, IconCell, ImageCell, ImagesCell } from './cell/media.tsx'
import { RefCell, RefsCell } from './cell/pointer.tsx'
import { SwitchCell } from './cell/switch.tsx'
import { CodeCell, DigitsCell, JsonCell, NumberCell, PasswordCell, RichTextCell, TextCell } from './cell/text.tsx'
import { DateTimeCell } from './cell/time.tsx'
import type { CellViews } from './view.ts'

/** How every kind stands in a list and in the detail drawer. */
export const cells: CellViews = {
  string: { Cell: TextCell, width: 160, grow: true },
  textarea: { Cell: TextCell, width: 220, grow: true, sortable: false },
  richText: { Cell: RichTextCell, width: 240, grow: true, heavy: true, sortable: false },
  code: { Cell: CodeCell, width: 220, grow: true, sortable: false },
  password: { Cell: PasswordCell, width: 90, sortable: false },
  number: { Cell: NumberCell, width: 120, align: 'end' },
  float: { Cell: NumberCell, width: 120, align: 'end' },
  integer: { Cell: NumberCell, width: 100, align: 'end' },
  year: { Cell: DigitsCell, width: 90, align: 'end' },
  date: { Cell: TextCell, width: 120 },
  time: { Cell: TextCell, width: 100 },
  dateTime: { Cell: DateTimeCell, width: 130 },
  switch: { Cell: SwitchCell, width: 80, align: 'center' },
  array: { Cell: PairsCell, width: 200, sortable: false },
  file: { Cell: FileCell, width: 180, sortable: false },
  image: { Cell: ImageCell, width: 80, align: 'center', heavy: true, sortable: false },
  images: { Cell: ImagesCell, width: 140, heavy: true, sortable: false },
  select: { Cell: ChoiceCell, width: 110 },
  radio: { Cell: ChoiceCell, width: 110 },
  checkbox: { Cell: ChoicesCell, width: 180, sortable: false },
  remoteSelect: { Cell: TextCell, width: 140 },
  city: { Cell: CityCell, width: 200, sortable: false },
  icon: { Cell: IconCell, width: 70, align: 'center', sortable: false },
  color: { Cell: ColorCell, width: 110, sortable: false },
  json: { Cell: JsonCell, width: 200, sortable: false },
  ref: { Cell: RefCell, width: 140, grow: true },
  refs: { Cell: RefsCell, width: 220, grow: true, sortable: false },
}
