import { formatDateTimeLong } from '@pematang/contract/format/date'
import { paths } from '../../../paths.ts'
import { ChangeLines } from '../../../ui/change-lines.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { Link } from '../../../ui/link.tsx'
import { Money } from '../../../ui/money.tsx'
import { useVote } from './queries.ts'
import { termsOf } from './terms.ts'
import { choiceText, stateOf } from './words.ts'

/**
 * A vote that a member proposes: the choice and the company's choice until now, of which loan, and which terms it would
 * change.
 */
export function ProposedVote({ id, agrees }: { id: string; agrees: boolean }) {
  const { data: vote, isError } = useVote(id)
  const coming = isError ? '–' : '…'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FactList
        facts={[
          { label: 'Suara', value: <span className="font-semibold">{choiceText(agrees)}</span> },
          {
            label: 'Suara sekarang',
            value: vote ? (vote.agrees === null ? 'Belum bersuara' : choiceText(vote.agrees)) : coming,
          },
          { label: 'Pinjaman', value: vote?.loanNumber ?? coming },
          { label: 'Penerima Dana', value: vote?.borrowerName ?? coming },
          {
            label: 'Sisa pokok',
            value: vote ? <Money amount={vote.weight} className="font-semibold" /> : coming,
          },
          { label: 'Pemungutan suara', value: vote ? stateOf(vote.state).label : coming },
          { label: 'Paling lambat', value: vote ? formatDateTimeLong(vote.endsAt) : coming },
        ]}
      />
      {vote && (
        <div className="border-t border-line pt-4">
          <ChangeLines lines={termsOf(vote).filter(({ before, after }) => before !== after)} />
        </div>
      )}
      <Link to={paths.vote(id)} className="justify-self-start font-medium text-brand hover:underline">
        Baca semula dan menjadi
      </Link>
    </div>
  )
}
