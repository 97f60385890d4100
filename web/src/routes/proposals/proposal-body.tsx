import type { CompanyRole } from '@pematang/contract/lenders/company/rules'
import type { ReactNode } from 'react'
import { useCompany } from '../../company/use-company.ts'
import { roleNames, roleWords } from '../../company/words.ts'
import { amountFacts, filterFacts } from '../../features/funding/auto/strategy-words.ts'
import type { Strategy } from '../../features/funding/auto/strategy-queries.ts'
import { ProposedVote } from '../../features/loans/votes/proposed-vote.tsx'
import { RuleChanges } from '../../features/lenders/company/rule-changes.tsx'
import type { Proposal } from '../../features/lenders/proposals/queries.ts'
import { paths } from '../../paths.ts'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { maskNumber } from '@pematang/contract/format/mask-number'

type Body = Proposal['body']
type Loan = { loanNumber: string; amount: number }

const text = (value: unknown): string => (typeof value === 'string' ? value : '–')
const money = (value: unknown): ReactNode =>
  typeof value === 'number' ? <Money amount={value} className="font-semibold" /> : '–'
const rolesIn = ({ roles }: Body): CompanyRole[] =>
  Array.isArray(roles) ? roles.filter((role): role is CompanyRole => role in roleWords) : []

/** What a proposal asks for, in words. */
export function ProposalBody({ proposal: { call, body, document, amount } }: { proposal: Proposal }) {
  const nameOf = useNames()
  switch (call) {
    case 'fundSelection':
      return <Loans loans={body.loans as Loan[]} />
    case 'castVote':
      return <ProposedVote id={text(body.id)} agrees={body.agrees === true} />
    case 'submitBulkFunding':
      return (
        <FactList
          facts={[
            { label: 'Jumlah', value: money(body.total_loan_amount ?? amount) },
            {
              label: 'Produk',
              value: (
                <Link to={productPath(body)} className="font-medium text-brand hover:underline">
                  Lihat pinjaman produk ini
                </Link>
              ),
            },
          ]}
        />
      )
    case 'withdraw':
      return <FactList facts={withdrawalFacts(body)} />
    case 'createStrategy':
    case 'changeStrategy':
      return <StrategyBody strategy={body as unknown as Strategy} />
    case 'grantMandate':
      return <FactList facts={[{ label: 'Naskah', value: document?.title ?? '–' }]} />
    case 'setStrategyState':
      return <p className="text-table">Strategi yang dijeda dijalankan lagi dan kembali mendanai.</p>
    case 'orderStrategies':
      return <p className="text-table">Urutan strategi diubah: yang lebih atas mendanai lebih dahulu.</p>
    case 'inviteMember':
      return (
        <FactList
          facts={[
            { label: 'Nama', value: text(body.name) },
            { label: 'Nomor handphone', value: `+62 ${text(body.phoneNumber)}` },
            { label: 'Email', value: text(body.email) },
            ...roleFacts(body),
          ]}
        />
      )
    case 'changeMember':
      return (
        <FactList facts={[{ label: 'Anggota', value: nameOf(Number(body.memberId)) }, ...roleFacts(body)]} />
      )
    case 'changeCompanyRules':
      return <RuleChanges body={body} />
    default:
      return null
  }
}

function useNames() {
  const people = useCompany().data?.people ?? []
  return (id: number) => people.find(({ memberId }) => memberId === id)?.name ?? `Anggota ${id}`
}

const productPath = (body: Body) =>
  paths.bulkList({
    uploadId: text(body.loan_bulk_upload_group_id),
    totalLoan: 0,
    totalLoanAmount: 0,
    loanTypeId: Number(body.loan_type_secure_id),
  })

const withdrawalFacts = (body: Body): Fact[] => [
  { label: 'Jumlah', value: money(body.amount) },
  { label: 'Dikirim', value: money(body.sent ?? body.amount) },
  {
    label: 'Rekening tujuan',
    value: `${text(body.accountName)} · ${maskNumber(text(body.accountNumber))}`,
  },
  { label: 'Alasan', value: text(body.reason) },
]

const roleFacts = (body: Body): Fact[] => [
  { label: 'Peran', value: roleNames(rolesIn(body)) },
  { label: 'Penanda tangan', value: body.isSignatory === true ? 'Ya' : 'Tidak' },
]

const StrategyBody = ({ strategy }: { strategy: Strategy }) => (
  <div className="grid gap-3">
    <FactList
      facts={[
        { label: 'Nama', value: strategy.name },
        { label: 'Anggaran', value: money(strategy.budget) },
      ]}
    />
    <div>
      <Facts className="text-table text-mute" facts={filterFacts(strategy)} />
      <Facts className="text-table text-mute" facts={amountFacts(strategy)} />
    </div>
  </div>
)

const Loans = ({ loans }: { loans: readonly Loan[] }) => (
  <ul className="hairlines -my-2">
    {loans.map(({ loanNumber, amount }) => (
      <li key={loanNumber} className="flex items-center justify-between gap-4 py-2 text-table">
        <Link
          to={paths.marketplaceLoan(loanNumber)}
          className="figures min-w-0 truncate font-medium text-brand hover:underline"
        >
          {loanNumber}
        </Link>
        <Money amount={amount} className="font-semibold" />
      </li>
    ))}
    {loans.length > 1 && (
      <li className="flex items-center justify-between gap-4 py-2">
        <span className="text-mute">{`${loans.length} pinjaman`}</span>
        <Money amount={loans.reduce((sum, one) => sum + one.amount, 0)} className="text-section font-bold" />
      </li>
    )}
  </ul>
)
