import { type ComponentType, lazy } from 'react'
import type { Field, Kind } from '#kernel'
import { ArrayInput } from './input/array.tsx'
import { CheckboxInput, RadioInput, SwitchInput } from './input/choice.tsx'
import { CodeInput, JsonInput } from './input/code.tsx'
import './input/input.css'
import { NumberInput } from './input/number.tsx'
import { RichTextInput } from './input/rich-text.tsx'
import { EnteredChoicesInput, EnteredInput } from './input/entered.tsx'
import { SecretInput } from './input/secret.tsx'
import { PasswordInput, TextareaInput, TextInput } from './input/text.tsx'
import { FileInput, ImageInput, ImagesInput } from './input/upload.tsx'
import type { InputViewProps, InputViews } from './view.ts'

/** Widgets that bring a library come when a form first shows one. */
const later = (load: () => Promise<{ default: ComponentType<InputViewProps> }>) => lazy(load)
const dates = () => import('./input/date.tsx')
const Select = later(() => import('./input/select.tsx'))
const Pointer = later(() => import('./input/pointer.tsx'))

const Name = later(() => import('./input/name.tsx'))

/** What a field says about its meaning goes before its kind. */
export const lookOf = (field: Field): keyof typeof inputs =>
  field.secret ? 'secret' : field.names ? 'name' : field.entered ? (entered[field.kind] ?? field.kind) : field.kind

/** What is entered is typed: a picker could not take `<0.5` or `2026-UN`. */
const entered: Partial<Record<Kind, 'entered' | 'enteredChoices'>> = {
  number: 'entered',
  float: 'entered',
  integer: 'entered',
  year: 'entered',
  date: 'entered',
  time: 'entered',
  dateTime: 'entered',
  checkbox: 'enteredChoices',
}

export const inputs: InputViews & Record<'secret' | 'name' | 'entered' | 'enteredChoices', ComponentType<InputViewProps>> = {
  secret: SecretInput,
  entered: EnteredInput,
  enteredChoices: EnteredChoicesInput,
  name: Name,
  string: TextInput,
  textarea: TextareaInput,
  richText: RichTextInput,
  code: CodeInput,
  password: PasswordInput,
  number: NumberInput,
  float: NumberInput,
  integer: NumberInput,
  year: later(() => dates().then((m) => ({ default: m.YearInput }))),
  date: later(() => dates().then((m) => ({ default: m.DateInput }))),
  time: later(() => dates().then((m) => ({ default: m.TimeInput }))),
  dateTime: later(() => dates().then((m) => ({ default: m.DateTimeInput }))),
  switch: SwitchInput,
  array: ArrayInput,
  file: FileInput,
  image: ImageInput,
  images: ImagesInput,
  select: Select,
  radio: RadioInput,
  checkbox: CheckboxInput,
  remoteSelect: Pointer,
  city: later(() => import('./input/city.tsx')),
  icon: later(() => import('./input/icon.tsx')),
  color: later(() => import('./input/color.tsx')),
  json: JsonInput,
  ref: Pointer,
  refs: Pointer,
}
