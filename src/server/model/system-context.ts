import type { Language } from '#kernel'
import { SYSTEM } from './actor.ts'
import { noCommit } from './context.ts'
import type { Ctx } from './context.ts'

/** The process itself at work: seeds, sweeps, jobs. */
export const systemContext = (backend: Pick<Ctx, 'engine' | 'services'>, language: Language = 'zh-cn'): Ctx => ({
  db: backend.engine.database,
  actor: SYSTEM,
  language,
  request: { id: 'system', ip: '', userAgent: '' },
  departments: [],
  engine: backend.engine,
  services: backend.services,
  afterCommit: noCommit,
})
