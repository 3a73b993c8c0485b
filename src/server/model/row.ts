export type AnyRow = Record<string, unknown> & { id: number; version: number }
