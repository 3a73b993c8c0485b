/** What stands in a JSON column or came over the line: an object whose properties may be looked at. A list is none. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
