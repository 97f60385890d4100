import { useNavigate } from 'react-router'
import {
  AccountBlock,
  accountsOf,
  ArrivingBalance,
  type DepositAccount,
  DepositLoading,
  DepositWarning,
} from '../features/cash/deposit/index.ts'
import { useDepositAccounts } from '../features/lenders/profile/use-institution.ts'
import { LoadFailure } from '../lists/load-failure.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ContactLine } from '../requirements/contact-links.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** The deposit screen: where and how to pay in, and the balance, which updates when the payment has arrived. */
export default function Deposit() {
  return (
    <>
      <h1 className="mb-4 text-h1 font-bold">Deposit</h1>
      <Accounts />
    </>
  )
}

function Accounts() {
  const query = useDepositAccounts()
  if (query.data) {
    const accounts = accountsOf(query.data)
    return accounts.length > 0 ? <Open accounts={accounts} /> : <Pending />
  }
  if (query.isPending) return <DepositLoading />
  return <LoadFailure query={query} />
}

const Open = ({ accounts }: { accounts: readonly DepositAccount[] }) => (
  <div className="grid gap-4 md:gap-6">
    <ArrivingBalance />
    <DepositWarning />
    <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-2">
      {accounts.map((account) => (
        <AccountBlock key={account.vaNumber} account={account} />
      ))}
    </div>
  </div>
)

function Pending() {
  const navigate = useNavigate()
  return (
    <Card>
      <EmptyState
        picture="list"
        title="Oops, virtual account Anda masih diproses"
        action={
          <div className="grid justify-items-center gap-2">
            <ContactLine />
            <Button onClick={() => navigate(paths.portfolio)}>Kembali ke Dashboard</Button>
          </div>
        }
      >
        Petunjuk deposit akan tampil di sini setelah nomor virtual account Anda selesai diproses. Jangan
        transfer ke nomor lain; hubungi kami bila nomor Anda belum ada saat Anda ingin deposit.
      </EmptyState>
    </Card>
  )
}
