import type { TrinoOptions } from '#qc/trino/database.ts'

/** The record of the one server, as it is stored. */
export type TrinoSetting = {
  status: boolean
  url: string | null
  catalog: string | null
  schema: string | null
  user: string | null
  access: string
  ca: string | null
  above: number
}

export const TRINO_SETTING = `SELECT status, url, catalog, "schema", "user", access, ca, above FROM trino_config ORDER BY id LIMIT 1`

/** How the server is reached; undefined where something is missing that it cannot be reached without. */
export const accessOf = ({ url, user, catalog, schema, access, ca }: TrinoSetting, secret: string): TrinoOptions | undefined =>
  url && user
    ? {
        url,
        user,
        ...(catalog ? { catalog } : {}),
        ...(schema ? { schema } : {}),
        ...(access === 'password' ? { password: secret } : {}),
        ...(access === 'token' ? { token: secret } : {}),
        ...(ca ? { ca } : {}),
      }
    : undefined
