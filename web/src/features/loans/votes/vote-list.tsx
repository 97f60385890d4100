import { formatDateLong, formatDateTimeLong } from '@pematang/contract/format/date'
import { FileText } from 'lucide-react'
import { openDocument } from '../../../agreement/open-document.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { RowAction } from '../../../lists/row-action.tsx'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { type ListedVote, useVotes } from './queries.ts'
import { choiceText, stateOf } from './words.ts'

/** The votes of the lender with their documents, the newest first. */
export function VoteList() {
  const query = useVotes()
  const { data: votes } = query
  if (query.isError && !votes)
    return (
      <Card className="p-5">
        <LoadFailure query={query} />
      </Card>
    )
  if (!votes)
    return (
      <Loading>
        <Card className="p-5">
          <Skeleton className="h-24 w-full" />
        </Card>
      </Loading>
    )
  if (votes.length === 0)
    return (
      <Card>
        <EmptyState picture="list" title="Belum ada pemungutan suara">
          Bila ketentuan pinjaman yang Anda danai diusulkan berubah, Anda diminta bersuara di sini.
        </EmptyState>
      </Card>
    )
  return (
    <Card>
      <ul aria-label="Pemungutan suara" className="hairlines px-5">
        {votes.map((vote) => (
          <li key={vote.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <VoteText vote={vote} />
            <Documents vote={vote} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function VoteText({ vote: { id, loanNumber, state, endsAt, endedAt, agrees } }: { vote: ListedVote }) {
  const { label, tone } = stateOf(state)
  const when = endedAt ? `Berakhir ${formatDateLong(endedAt)}` : `Sampai ${formatDateTimeLong(endsAt)}`
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={paths.vote(id)}
          className="inline-flex min-h-11 items-center font-medium text-brand underline-offset-4 hover:underline"
        >
          {loanNumber}
        </Link>
        <StatusLabel tone={tone}>{label}</StatusLabel>
      </p>
      <p className="text-table text-mute">
        {when} · {agrees === null ? 'Tanpa suara Anda' : `Suara Anda: ${choiceText(agrees)}`}
      </p>
    </div>
  )
}

function Documents({ vote: { loanNumber, addendum, record } }: { vote: ListedVote }) {
  const files = [
    { label: 'Addendum', url: addendum },
    ...(record === null ? [] : [{ label: 'Berita acara', url: record }]),
  ]
  return (
    <div className="-mx-2 flex flex-wrap">
      {files.map(({ label, url }) => (
        <RowAction
          key={label}
          name={`${label} ${loanNumber}, buka di tab baru`}
          icon={<FileText aria-hidden className="size-4" />}
          act={() => openDocument(url, `${label} - ${loanNumber}`)}
        >
          {label}
        </RowAction>
      ))}
    </div>
  )
}
