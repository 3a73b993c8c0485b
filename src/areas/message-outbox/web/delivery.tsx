import type { CellViewProps } from '#web'
import { Tag } from '#web/field/cell/tag.tsx'

const TONES = { sending: 'accent', sent: 'passed', local: 'none', failed: 'failed' } as const
const isState = (value: unknown): value is keyof typeof TONES => typeof value === 'string' && Object.hasOwn(TONES, value)

/** Where a message stands; what stayed in this system does not look like one that was sent. */
export const Delivery = ({ value, words, name }: Pick<CellViewProps, 'value' | 'words' | 'name'>) => (
  <Tag tone={isState(value) ? TONES[value] : 'none'}>{words.option(name, String(value))}</Tag>
)
