import { useNavigate } from 'react-router'
import { messageOf } from '../api/errors.ts'
import {
  AccountBlock,
  accountsOf,
  ArrivingBalance,
  type DepositAccount,
  DepositWarning,
} from '../features/deposit/index.ts'
import { useInstitution, useIsCorporate } from '../features/profile/use-institution.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Where to pay in, how, and the balance that grows when the payment has arrived. */
export default function Deposit() {
  return (
    <>
      <h1 className="mb-4 text-h1 font-bold">Deposit</h1>
      <Accounts />
    </>
  )
}

function Accounts() {
  const isCorporate = useIsCorporate()
  const { data: company, isPending, error, isFetching, refetch } = useInstitution()
  // A person has no company profile, and so no account to pay in to.
  if (!isCorporate) return <Pending />
  if (company) {
    const accounts = company.accountType ? accountsOf(company) : []
    return accounts.length > 0 ? <Open accounts={accounts} /> : <Pending />
  }
  if (isPending) return <Coming />
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p className="text-mute">{messageOf(error)}</p>
      <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        Coba lagi
      </Button>
    </div>
  )
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
        action={<Button onClick={() => navigate(paths.portfolio)}>Kembali ke Dashboard</Button>}
      >
        Petunjuk deposit akan tampil di sini setelah nomor virtual account Anda selesai diproses.
      </EmptyState>
    </Card>
  )
}

/** The screen on its way, in the place and size it will have. */
const Coming = () => (
  <Loading label="Memuat petunjuk deposit…">
    <div className="grid gap-4 md:gap-6">
      <Skeleton className="h-29 rounded-card" />
      <Skeleton className="h-25 rounded-card" />
      <div className="grid gap-4 md:gap-6 lg:grid-cols-2">
        <Skeleton className="h-120 rounded-card" />
        <Skeleton className="h-120 rounded-card max-lg:hidden" />
      </div>
    </div>
  </Loading>
)
