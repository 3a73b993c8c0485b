/** A code as people read it. */
export const called = (cell: { options: readonly { code: string; label: string }[] | null } | null, value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '∅'
    : (cell?.options?.find(({ code }) => code === value)?.label ?? (typeof value === 'string' ? value : JSON.stringify(value)))
