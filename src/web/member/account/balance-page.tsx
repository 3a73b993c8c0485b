import { LedgerPage } from './ledger-page.tsx'

export default function BalancePage() {
  return <LedgerPage ledger="balance" />
}
