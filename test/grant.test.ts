import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../src/kernel/index.ts'
import { loadAdmin } from '../src/server/auth/actor.ts'
import { systemContext } from '../src/server/model/system-context.ts'
import type { Actor, Ctx } from '../src/server/model/context.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer({}, ['--empty'])))
afterAll(() => server.close())

/** What an account may do and see, worked out by a query that shares nothing with the product's own. */
const HELD = `WITH RECURSIVE a AS (SELECT * FROM auth_admin WHERE id = $1 AND status AND deleted_at IS NULL),
  g AS (SELECT g.* FROM auth_group g, a WHERE g.status AND g.id IN (SELECT unnest(a.groups))),
  below AS (SELECT a.department AS id FROM a WHERE EXISTS (SELECT 1 FROM g WHERE scope = 'departmentTree') UNION SELECT d.id FROM department d JOIN below ON d.parent_id = below.id)
  SELECT 'rule:' || r.name AS right FROM auth_rule r WHERE r.status AND (EXISTS (SELECT 1 FROM g WHERE everything) OR r.id IN (SELECT unnest(rules) FROM g))
  UNION SELECT 'everything' FROM g WHERE everything
  UNION SELECT 'sees:' || d.id FROM department d WHERE EXISTS (SELECT 1 FROM g WHERE everything OR scope = 'all')
    OR d.id IN (SELECT unnest(departments) FROM g WHERE scope = 'chosen') OR d.id IN (SELECT a.department FROM a, g WHERE g.scope = 'department') OR d.id IN (SELECT id FROM below)`
const held = async (id: number) => new Set((await server.backend.database.query<{ right: string }>(HELD, [id])).map((r) => r.right))

test('AA-18 2,000 random edits by random actors: no account ever holds a right that its giver lacked', async () => {
  const { engine, database } = server.backend
  const system = systemContext(server.backend)
  const rules = (await database.query<{ id: number }>(`SELECT id FROM auth_rule WHERE type = 'button'`)).map((r) => r.id)
  const departments: number[] = []
  for (let i = 0; i < 8; i++)
    departments.push(
      (await engine.add(system, 'department', { name: `d${i}`, code: `d${i}`, parentId: i < 2 ? null : departments[(i - 2) >> 1] })).id,
    )
  const groups: number[] = [1]
  for (let i = 0; i < 6; i++) {
    const scope = (['self', 'department', 'departmentTree', 'chosen', 'all', 'self'] as const)[i]!
    groups.push(
      (
        await engine.add(system, 'auth.group', {
          name: `g${i}`,
          scope,
          departments: scope === 'chosen' ? departments.slice(2, 4) : [],
          rules: rules.filter((_, at) => at % (i + 2) === 0),
        })
      ).id,
    )
  }
  const admins: number[] = [1]
  for (let i = 0; i < 8; i++)
    admins.push(
      (
        await engine.add(system, 'auth.admin', {
          username: `acc${i}`,
          nickname: `n${i}`,
          groups: [groups[1 + (i % 6)]],
          department: departments[i],
          password: PASSWORD,
        })
      ).id,
    )

  let done = 0
  let refused = 0
  /** As it is after the last edit that was not refused: nobody else is at work here. */
  const heldByAll = async () => new Map(await Promise.all(admins.map(async (id) => [id, await held(id)] as const)))
  let before = await heldByAll()
  const act = async (actorId: number, work: (ctx: Ctx) => Promise<unknown>) => {
    const actor = await loadAdmin(database, actorId)
    if (!actor) return
    const ok = await work({ ...system, actor: actor satisfies Actor }).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return false
      },
    )
    if (!ok) return void refused++
    done++
    const [giver, after] = [before.get(actorId)!, await heldByAll()]
    for (const [id, rights] of after)
      for (const right of rights) if (!before.get(id)?.has(right)) expect(giver, `${actorId} gave ${right} to ${id}`).toContain(right)
    before = after
  }

  const pick = (list: readonly number[], n: number) => list[n % list.length]!
  const some = fc.array(fc.nat(40), { maxLength: 5 })
  const scope = fc.constantFrom('self', 'department', 'departmentTree', 'chosen', 'all')
  const edit = fc.record({
    actor: fc.nat(50),
    target: fc.nat(50),
    kind: fc.nat(5),
    some,
    scope,
    everything: fc.constantFrom(true, false, false, false),
    flag: fc.boolean(),
    department: fc.nat(20),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 50, maxLength: 50 }), async (edits) => {
      for (const e of edits)
        await act(pick(admins, e.actor), async (ctx) => {
          const grant = {
            scope: e.scope,
            everything: e.everything,
            rules: [...new Set(e.some.map((n) => pick(rules, n * 7)))],
            departments: [...new Set(e.some.map((n) => pick(departments, n)).concat(pick(departments, e.department)))],
          }
          const chosen = [...new Set(e.some.map((n) => pick(groups, n)).concat(pick(groups, e.target)))]
          if (e.kind === 0) groups.push((await engine.add(ctx, 'auth.group', { name: 'g', ...grant })).id)
          else if (e.kind === 1)
            await engine.edit(ctx, 'auth.group', { id: pick(groups, e.target), ...(e.flag ? grant : { rules: grant.rules }) })
          else if (e.kind === 2)
            await engine.edit(ctx, 'auth.group', { id: pick(groups, e.target), scope: e.scope, departments: grant.departments })
          else if (e.kind === 3) await engine.edit(ctx, 'auth.admin', { id: pick(admins, e.target), groups: chosen.slice(0, 2) })
          else if (e.kind === 4)
            await engine.edit(ctx, 'auth.admin', { id: pick(admins, e.target), department: pick(departments, e.department) })
          else
            await engine.edit(ctx, 'department', {
              id: pick(departments, e.target),
              parentId: e.flag ? pick(departments, e.department) : null,
            })
        })
    }),
    { numRuns: 40, endOnFailure: true },
  )
  expect(done + refused).toBeGreaterThan(1900)
  expect(done).toBeGreaterThan(100)
  expect(refused).toBeGreaterThan(100)
})
