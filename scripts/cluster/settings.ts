import path from 'node:path'

const whole = (name: string, otherwise: number): number => {
  const value = Number(process.env[name] ?? otherwise)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} takes a whole number`)
  return value
}

/** What the test cluster is made of; every line can be set in the environment. */
export const settings = {
  /** The newest version whose archive is on Maven Central and that the Java at hand starts. */
  version: process.env['QC_TRINO_VERSION'] ?? '476',
  /** An archive that is there already, instead of one fetched with Maven. */
  archive: process.env['QC_TRINO_ARCHIVE'],
  /** Archive, Java and the data of the nodes. */
  folder: path.resolve(process.env['QC_TRINO_FOLDER'] ?? 'node_modules/.cache/trino'),
  java: process.env['QC_TRINO_JAVA'],
  workers: whole('QC_TRINO_WORKERS', 2),
  port: whole('QC_TRINO_PORT', 8480),
  /** MB of heap for each node. */
  heap: whole('QC_TRINO_HEAP', 1200),
  /** jdbc:postgresql://… of a PostgreSQL that becomes the catalog `postgresql`; without it `npm run cluster` starts one. */
  postgres: process.env['QC_TRINO_POSTGRES'],
}
