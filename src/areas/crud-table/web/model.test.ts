import { expect, test } from 'vitest'
import { readDesign } from '#kernel'
import { addCard, cardOf, changeCard, duplicatesIn, emptyModel, fromDesign, moveCard, removeCard, setProperty, toDesign } from './model.ts'

const words = { zh: '字段', en: 'Field' }
const start = () => {
  const first = addCard({ ...emptyModel(), name: 'lab.tube', zh: '试管', en: 'Tubes' }, 'string', words)
  const second = addCard(first.model, 'select', words)
  return { model: second.model, first: first.key, second: second.key }
}

test('what the mouse makes is a design that the kernel takes', () => {
  const { problems } = readDesign(toDesign(start().model), () => undefined)
  expect(problems).toEqual([])
})

test('a design survives the way into the designer and back', () => {
  const design = toDesign(start().model)
  expect(toDesign(fromDesign(design, false))).toEqual(design)
})

test('cards move, get free names, lose properties that are off', () => {
  const { model, first, second } = start()
  expect(moveCard(model, second, 0).cards.map((c) => c.key)).toEqual([second, first])
  expect(moveCard(model, second, 9)).toBe(model)
  expect(addCard(model, 'string', words).model.cards.at(-1)!.name).toBe('title2')
  const changed = changeCard(model, first, setProperty(model.cards[0]!, 'required', false))
  expect(changed.cards[0]!.field).not.toHaveProperty('required')
  expect(removeCard(model, first).cards).toHaveLength(1)
})

test('two cards of one name are said, not merged', () => {
  const { model, second } = start()
  expect(duplicatesIn(model)).toEqual([])
  const twice = changeCard(model, second, { name: 'title' })
  expect(duplicatesIn(twice)).toEqual([{ at: 'fields.title', key: 'duplicate' }])
  expect(cardOf(twice, 'fields.title')?.name).toBe('title')
  expect(cardOf(twice, 'name')).toBeUndefined()
})
