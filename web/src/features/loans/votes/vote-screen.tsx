import { formatDateLong, formatDateTimeLong } from '@pematang/contract/format/date'
import { FileText } from 'lucide-react'
import { openDocument } from '../../../agreement/open-document.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { RowAction } from '../../../lists/row-action.tsx'
import { paths, withQuery } from '../../../paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { BeforeAfter } from './before-after.tsx'
import { Choice } from './choice.tsx'
import { useVote, type Vote } from './queries.ts'
import { askers, stateOf } from './words.ts'

/** A vote of the lenders of a loan on new terms. */
export function VoteScreen({ id }: { id: string }) {
  const query = useVote(id)
  return (
    <>
      <BackLink to={withQuery(paths.documents, { kind: 'votes' })}>Pemungutan suara Anda</BackLink>
      {query.data ? (
        <Loaded vote={query.data} />
      ) : (
        <>
          <h1 className="mb-4 text-h1 font-bold">Pemungutan suara</h1>
          {query.isError ? (
            <Card className="p-5">
              <LoadFailure query={query} />
            </Card>
          ) : (
            <Loading>
              <Card className="grid gap-3 p-5">
                <Skeleton className="h-6 w-1/2" />
                <Skeleton className="h-40 w-full" />
              </Card>
            </Loading>
          )}
        </>
      )}
    </>
  )
}

function Loaded({ vote }: { vote: Vote }) {
  const { label, tone } = stateOf(vote.state)
  return (
    <>
      <div className="mb-4 grid justify-items-start gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-h1 font-bold">Pemungutan suara</h1>
          <StatusLabel tone={tone}>{label}</StatusLabel>
        </div>
        <Facts
          className="text-table text-mute"
          facts={{ loan: `Pinjaman ${vote.loanNumber}`, borrower: vote.borrowerName }}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid gap-5 max-lg:contents">
          <Reason vote={vote} />
          <div className="max-lg:order-3">
            <BeforeAfter vote={vote} />
          </div>
        </div>
        <div className="max-lg:order-2">
          <Choice vote={vote} />
        </div>
      </div>
    </>
  )
}

const Reason = ({ vote }: { vote: Vote }) => (
  <Card aria-labelledby="mengapa" className="grid gap-4 p-5">
    <div>
      <h2 id="mengapa" className="text-section font-semibold">
        Mengapa diusulkan
      </h2>
      <p className="mt-1 max-w-160 wrap-anywhere">{vote.reason}</p>
      <Facts
        className="mt-2 text-table text-mute"
        facts={{
          asked: askers[vote.askedBy],
          opened: `Dibuka ${formatDateTimeLong(vote.openedAt)}`,
          day: `Hari pencatatan ${formatDateLong(vote.recordDay)}`,
        }}
      />
    </div>
    <p className="max-w-160 text-table text-mute">
      Bila usulan tidak disetujui, perjanjian semula tetap berlaku seluruhnya, termasuk tunggakan dan
      dendanya. Bila ada pembayaran sebelum ketentuan baru dicatat, usulan gugur dan Anda diminta bersuara
      kembali dengan angka yang baru.
    </p>
    <div className="-mx-2 flex flex-wrap">
      <RowAction
        name={`Addendum pinjaman ${vote.loanNumber}, buka di tab baru`}
        icon={<FileText aria-hidden className="size-4" />}
        act={() => openDocument(vote.addendum, `Addendum - ${vote.loanNumber}`)}
      >
        Addendum
      </RowAction>
      <Record vote={vote} />
    </div>
  </Card>
)

function Record({ vote: { record, loanNumber } }: { vote: Vote }) {
  if (record === null) return null
  return (
    <RowAction
      name={`Berita acara pinjaman ${loanNumber}, buka di tab baru`}
      icon={<FileText aria-hidden className="size-4" />}
      act={() => openDocument(record, `Berita acara - ${loanNumber}`)}
    >
      Berita acara
    </RowAction>
  )
}
