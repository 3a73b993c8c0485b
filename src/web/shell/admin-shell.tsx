import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { sessionGone } from '../api/session-end.ts'
import { useLive } from '../live/use-live.ts'
import { useAdmin } from '../state/admin.ts'
import { AntdTheme } from '../ui/theme-antd.tsx'
import { useRecalled } from '../upload/use-recalled.ts'
import { Layout } from './layout/layout.tsx'

let lastAdmin = 0

/** What the last person's lists held must not flash up for the next one, nor stay on screen after a sign-out in another window. */
const useOnePerson = (): void => {
  const id = useAdmin((s) => s.id)
  const token = useAdmin((s) => s.token)
  useEffect(() => {
    if (lastAdmin && lastAdmin !== id) queryClient.clear()
    lastAdmin = id
  }, [id])
  useEffect(() => {
    if (!token) void sessionGone('admin')
  }, [token])
}

export default function AdminShell() {
  useOnePerson()
  const person = useAdmin((s) => (s.token ? s.id : 0))
  useLive(person)
  useRecalled('admin', person)
  return (
    <AntdTheme>
      <QueryClientProvider client={queryClient}>
        <Layout />
      </QueryClientProvider>
    </AntdTheme>
  )
}
