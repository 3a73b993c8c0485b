import type { GridItem } from './item.ts'

/** What a grid shows: so many lines, of which some may not be there yet. `here`: those that are, from the first to the last. */
export type Lines<Row> = { count: number; at(index: number): GridItem<Row> | undefined; here: readonly GridItem<Row>[] }

export const linesOf = <Row>(items: readonly GridItem<Row>[]): Lines<Row> => ({
  count: items.length,
  at: (index) => items[index],
  here: items,
})
