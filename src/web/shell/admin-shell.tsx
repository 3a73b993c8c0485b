import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { AntdTheme } from '../ui/theme-antd.tsx'
import { Frame } from './layout/frame.tsx'

export default function AdminShell() {
  return (
    <AntdTheme>
      <QueryClientProvider client={queryClient}>
        <Frame />
      </QueryClientProvider>
    </AntdTheme>
  )
}
