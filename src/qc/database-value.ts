import {
  DuckDBArrayValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api'

const isTimestamp = (value: object): boolean =>
  value instanceof DuckDBTimestampValue ||
  value instanceof DuckDBTimestampTZValue ||
  value instanceof DuckDBTimestampSecondsValue ||
  value instanceof DuckDBTimestampMillisecondsValue ||
  value instanceof DuckDBTimestampNanosecondsValue

/** DuckDB's value classes as plain JSON-ready values; the rest of the engine never sees the driver. */
export function plainValue(value: DuckDBValue): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (value instanceof DuckDBDecimalValue) return value.toDouble()
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(plainValue)
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(Object.entries(value.entries).map(([key, item]) => [key, plainValue(item)]))
  }
  if (value instanceof DuckDBMapValue) return value.entries.map(({ key, value: item }) => [plainValue(key), plainValue(item)])
  if (value instanceof DuckDBDateValue) return value.toString()
  if (isTimestamp(value)) return value.toString().replace(' ', 'T')
  return value.toString()
}
