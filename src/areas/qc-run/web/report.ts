import { request } from '#web/api/request.ts'
import { handOver } from '#web/ui/hand-over.ts'
import { withParams } from '#web/api/send.ts'

/** The same report as sheets. */
export const saveWorkbook = async (run: number, lang: string): Promise<void> => {
  const { data } = await request<{ ticket: string }>({ url: '/admin/index/ticket', method: 'POST', cancelDuplicate: false })
  window.location.assign(withParams('/admin/qc.run/workbook', { id: run, server: 1, batoken: data.ticket, lang }))
}

/** What the run judged by, overrides resolved, as the `qc` command reads it. */
export const saveRules = async (run: number): Promise<void> => {
  const { data } = await request<object>({ url: '/admin/qc.run/rules', params: { id: run } })
  const blob = new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' })
  handOver({ blob, headers: new Headers() }, `parameters-${run}.json`)
}

/** Opens or saves the report of a run. A new tab sends no headers: a ticket that is good for once stands for the token. */
export const openReport = async (run: number, download: boolean): Promise<void> => {
  // Opened now, while the browser still knows that somebody asked for it.
  const tab = download ? null : window.open('', '_blank')
  try {
    const { data } = await request<{ ticket: string }>({ url: '/admin/index/ticket', method: 'POST', cancelDuplicate: false })
    const address = withParams('/admin/qc.run/report', { id: run, server: 1, batoken: data.ticket, ...(download ? { download: 1 } : {}) })
    if (tab) tab.location.href = address
    else window.location.assign(address)
  } catch (error) {
    tab?.close()
    throw error
  }
}
