import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseUrls } from '../src/server/db/role.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseUrls & { template: string }
    /** A first start that was made once: its database is a template, its folder is copied with it. */
    founded: Record<Founding, { template: string; dataDir: string }>
  }
}

/** With the demo hospital, or without. */
export type Founding = 'demo' | 'empty'

/** The address of the role that servers run as, and of the one that owns the tables. */
export type TestDatabase = DatabaseUrls & { name: string; drop: () => Promise<void> }

export const databaseUrl = (server: string, name: string) => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export const onServer = async (server: string, statement: string) => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

const SETTLE_MS = 10_000
/** What is connected although everything was closed: a closing connection is given a moment. */
export const leftOpen = async ({ name }: TestDatabase): Promise<string[]> => {
  const { url: server } = inject('postgres')
  const until = Date.now() + SETTLE_MS
  for (;;) {
    const { rows } = await onServer(
      server,
      `select state || ': ' || left(query, 200) as words from pg_stat_activity where datname = '${name}'`,
    )
    if (rows.length === 0 || Date.now() > until) return rows.map(({ words }: { words: string }) => words)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

// A vacuum of the server's own is at work in it, which only a superuser may end: it leaves by itself.
export const dropDatabase = async (ownerUrl: string, name: string): Promise<void> => {
  const until = Date.now() + SETTLE_MS
  for (;;) {
    try {
      return void (await onServer(ownerUrl, `drop database if exists ${name} with (force)`))
    } catch (error) {
      if (Date.now() > until || !String(error).includes('process is being terminated')) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

export const copyDatabase = async ({ url, ownerUrl }: DatabaseUrls, template: string): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(ownerUrl, `create database ${name} template ${template} strategy file_copy`)
  return {
    name,
    url: databaseUrl(url, name),
    ownerUrl: databaseUrl(ownerUrl, name),
    drop: () => dropDatabase(ownerUrl, name),
  }
}

/** A database of its own for the caller, copied from the migrated template, or from another database of the test server. */
export const createDatabase = (template = inject('postgres').template): Promise<TestDatabase> => copyDatabase(inject('postgres'), template)

/** Fresh, migrated, empty of rows beyond those of the migrations. */
export const provideDatabase = () => createDatabase()

/** A database without any table, for the tests of the migrations themselves. */
export const provideEmptyDatabase = () => createDatabase('template0')
