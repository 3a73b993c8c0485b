import { request } from '#web/api/request.ts'
import { handOver } from '#web/ui/hand-over.ts'
import { saveByTicket, ticketed } from '#web/api/ticket.ts'

/** The same report as sheets. */
export const saveWorkbook = (run: number, lang: string): Promise<void> => saveByTicket('/admin/qc.run/workbook', { id: run, lang })

/** What the run judged by, overrides resolved, as the `qc` command reads it. */
export const saveRules = async (run: number): Promise<void> => {
  const { data } = await request<object>({ url: '/admin/qc.run/rules', params: { id: run } })
  const blob = new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' })
  handOver({ blob, headers: new Headers() }, `parameters-${run}.json`)
}

/** Opens or saves the report of a run, first shown in the reader's language. */
export const openReport = async (run: number, lang: string, download: boolean): Promise<void> => {
  // Opened now, while the browser still knows that somebody asked for it.
  const tab = download ? null : window.open('', '_blank')
  try {
    const address = await ticketed('/admin/qc.run/report', { id: run, lang, ...(download ? { download: 1 } : {}) })
    if (tab) tab.location.href = address
    else window.location.assign(address)
  } catch (error) {
    tab?.close()
    throw error
  }
}
