import { invalid, refuse } from '#kernel'
import { sealSecrets, serve } from '#server'
import type { Ctx } from '#server'
import { openSecret } from '#server/message/secret.ts'
import { askBriefly, serverOf } from '#qc/trino/open.ts'
import { accessOf, type TrinoSetting } from '#study/run/trino-setting.ts'
import { trouble } from '#study/run/trino-trouble.ts'
import { trinoConfig } from '../index.ts'
import locale from '../locale.ts'

const isClear = ({ url, access }: { url?: unknown; access?: unknown }): boolean => access !== 'none' && !String(url).startsWith('https:')

const PATIENCE_MS = 10_000

const tryIt = async (ctx: Ctx, setting: TrinoSetting): Promise<{ server: string; nodes: number }> => {
  const access = accessOf(setting, await openSecret(ctx, trinoConfig.name, 'secret'))
  if (!access) throw refuse(locale, 'incomplete')
  return askBriefly(access, PATIENCE_MS, serverOf).catch((error: unknown) => {
    throw trouble(access.url, error)
  })
}

export default serve(trinoConfig, {
  seed: async (ctx) => {
    const [known] = await ctx.engine.database.query('SELECT 1 FROM trino_config LIMIT 1')
    if (!known) await ctx.engine.write(ctx, (tx) => tx.engine.add(tx, trinoConfig.name, {}))
  },
  before: {
    edit: async (ctx, row, change) => {
      const sealed = await sealSecrets(ctx, trinoConfig, change)
      const after = { ...row, ...sealed }
      for (const field of ['url', 'user'] as const) if (after.status && !after[field]) throw invalid([{ field, key: 'required' }])
      if (after.url && isClear(after)) throw refuse(locale, 'clear')
      return sealed
    },
  },
  actions: {
    test: async (ctx, [row]) => {
      if (!row) throw refuse(locale, 'incomplete')
      return tryIt(ctx, row)
    },
  },
})
