import { LedgerPage } from './ledger-page.tsx'

export default function IntegralPage() {
  return <LedgerPage ledger="integral" />
}
