import type { Form } from './use-form.ts'

export const focusField = (root: ParentNode | null, name: string, scrolls = true): void => {
  const host = root?.querySelector(`[data-field="${CSS.escape(name)}"]`)
  const target = host?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, [contenteditable="true"], button')
  target?.focus({ preventScroll: true })
  if (scrolls) host?.scrollIntoView({ block: 'center' })
}

/** Where the work begins: at the first field that must be filled. A parent or a kind above it mostly stays as it is. */
export const firstField = ({ layout, fields, mode }: Pick<Form, 'layout' | 'fields' | 'mode'>): string | undefined => {
  const open = layout.flatMap((s) => s.rows.flat()).filter((name) => !(mode === 'edit' && fields[name]?.immutable))
  return open.find((name) => fields[name]?.required) ?? open[0]
}

/** On a touch screen the focus would push the keyboard over the form that somebody wants to see first. */
export const mayFocus = (): boolean => !window.matchMedia('(hover: none)').matches
