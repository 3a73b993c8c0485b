import pg from 'pg'

/** Where the database is: for the role that works with it and for the one that owns it, the same where there is only one. */
export type DatabaseUrls = { readonly url: string; readonly ownerUrl: string }

/** A role as the server names it: an address may leave it out or say it another way. */
export const roleOf = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ role: string }>('SELECT current_user AS role')).rows[0]!.role
  } finally {
    await client.end()
  }
}
