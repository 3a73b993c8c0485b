import type { Field } from '#kernel'
import { request } from '#web/api/request.ts'
import { uuid } from '#web/api/uuid.ts'
import { fetchList, runAction } from '#web/api/resource.ts'
import type { Values } from '#web/resource/form/draft.ts'

export type Item = {
  id: number
  version: number
  name: string
  kind: Field['kind']
  title: string
  tip: string
  field: Field
  options: readonly { value: string; label: string }[]
  deletable: boolean
  value: unknown
  /** Only of a secret: whether there is one. The secret itself never comes. */
  isSet?: boolean
}
export type Group = { name: string; title: string; items: Item[] }
export type Settings = { groups: Group[]; quickEntrances: { title: string; rule: string; path: string }[] }

export const fetchSettings = () =>
  request<Settings>({ url: '/admin/routine.config/page', showError: false, cancelDuplicate: false }).then((a) => a.data)

export const saveGroup = (group: string, values: Values) =>
  request({
    url: '/admin/routine.config/save',
    method: 'POST',
    data: { group, values },
    headers: { 'idempotency-key': uuid() },
    showError: false,
    showSuccess: true,
  })

export const sendTestMail = async (email: string): Promise<void> => {
  const { list } = await fetchList('mail.config', 'index', {})
  await runAction('mail.config', 'test', [list[0]?.id ?? 1], { email }, uuid())
}
