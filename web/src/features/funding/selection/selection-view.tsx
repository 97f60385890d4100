import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { Selection } from '@pematang/contract/funding/selection/endpoints'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { isNotFound } from '../../../api/errors.ts'
import { useMaySign } from '../../../company/member.ts'
import { NotLoaded } from '../../../lists/not-loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { countText } from '../../../ui/count-text.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { askAgainAfter, outcomeOf, overviewOf, type SelectedLoan, type ToSign } from './outcome.ts'
import { SelectionRow } from './selection-row.tsx'

type Props = {
  selectionId: string
  /** Opens the signing page of one funding. */
  onSign: (signing: ToSign) => void
  onPortfolio: () => void
  onMarketplace: () => void
}

/** A funded selection: the pending and signed fundings, and the refused loans with the reasons. */
export function SelectionView({ selectionId, onSign, onPortfolio, onMarketplace }: Props) {
  const query = useQuery({
    queryKey: ['selection', selectionId],
    queryFn: ({ signal }) => api('GET /funding/selection', { query: { selectionId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => askAgainAfter(state.data),
  })
  const { data, error } = query
  if (!data && error) {
    return (
      <Card>
        {isNotFound(error) ? (
          <EmptyState
            picture="list"
            title="Pendanaan ini tidak ditemukan"
            action={
              <Button variant="secondary" onClick={onPortfolio}>
                Lihat portofolio
              </Button>
            }
          >
            Alamatnya tidak lengkap, atau pendanaan ini bukan milik akun Anda. Semua pendanaan Anda ada di
            portofolio.
          </EmptyState>
        ) : (
          <NotLoaded title="Pendanaan ini belum dapat dimuat" query={query} />
        )}
      </Card>
    )
  }
  return (
    <div className="mx-auto grid w-full max-w-200 grid-cols-[minmax(0,1fr)] gap-5">
      <h1 className="text-h1 font-bold">Pendanaan pilihan Anda</h1>
      {data ? <Loaded selection={data} onSign={onSign} /> : <SelectionLoading />}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onPortfolio} className="max-sm:flex-1">
          Lihat portofolio
        </Button>
        <Button variant="quiet" onClick={onMarketplace} className="max-sm:flex-1">
          Kembali ke Marketplace
        </Button>
      </div>
    </div>
  )
}

function Loaded({ selection, onSign }: { selection: Selection; onSign: Props['onSign'] }) {
  const overview = overviewOf(selection)
  return (
    <>
      <Card className="px-5 py-5">
        <Next overview={overview} onSign={onSign} />
      </Card>
      <Card aria-label="Pinjaman yang dipilih">
        <ul className="hairlines px-5">
          {selection.list.map((loan: SelectedLoan) => (
            <SelectionRow key={loan.loanNumber} loan={loan} outcome={outcomeOf(loan)} onSign={onSign} />
          ))}
        </ul>
      </Card>
    </>
  )
}

type NextProps = { overview: ReturnType<typeof overviewOf>; onSign: Props['onSign'] }

/** Shows the next action of the lender, or the final result. */
function Next({ overview, onSign }: NextProps) {
  const { toSign, processing, signed, signedAmount, waitingAmount, refused, count } = overview
  const [next] = toSign
  const maySign = useMaySign()
  const rest = refused > 0 ? ` ${countText(refused)} pinjaman tidak didanai; alasannya ada di bawah.` : ''
  if (next) {
    return (
      <Headline
        title={`${countText(toSign.length)} perjanjian menunggu tanda tangan ${maySign ? 'Anda' : 'penanda tangan perusahaan'}`}
        action={
          maySign && (
            <Button onClick={() => onSign(next)} className="max-sm:w-full">
              {signed > 0 ? 'Tanda tangani berikutnya' : 'Mulai tanda tangan'}
            </Button>
          )
        }
      >
        <Money amount={waitingAmount} /> sudah disisihkan dari Cash Balance. Tanda tangani satu per satu
        sebelum <span className="figures font-medium text-ink">{formatDateTimeLong(next.signBefore)}</span>;
        setelah itu dananya kembali ke Cash Balance.{rest}
      </Headline>
    )
  }
  if (processing > 0) {
    return (
      <Headline title={`${countText(processing)} perjanjian sedang diproses`}>
        <Money amount={waitingAmount} /> sudah disisihkan dari Cash Balance. Perjanjian ditandatangani secara
        elektronik tanpa halaman tanda tangan; Anda tidak perlu menunggu di sini.{rest}
      </Headline>
    )
  }
  if (signed === 0) {
    return (
      <Headline title="Tidak ada pinjaman yang didanai">
        Dana Anda tetap ada di Cash Balance. Alasan untuk setiap pinjaman ada di bawah.
      </Headline>
    )
  }
  return (
    <Headline title={`${countText(signed)} dari ${countText(count)} pinjaman sudah Anda danai`}>
      <Money amount={signedAmount} /> tersalurkan.{rest}
    </Headline>
  )
}

type HeadlineProps = { title: string; action?: ReactNode; children: ReactNode }

const Headline = ({ title, action, children }: HeadlineProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 sm:flex-nowrap">
    <div role="status" className="min-w-0">
      <h2 className="text-section font-semibold">{title}</h2>
      <p className="mt-1 text-mute">{children}</p>
    </div>
    {action}
  </div>
)

const SelectionLoading = () => (
  <Loading label="Memuat pendanaan…">
    <Card className="grid gap-3 px-5 py-5">
      <Skeleton className="h-6 w-72 max-w-full" />
      <Skeleton className="h-4 w-full" />
    </Card>
  </Loading>
)
