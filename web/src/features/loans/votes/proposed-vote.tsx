import { paths } from '../../../paths.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { Link } from '../../../ui/link.tsx'
import { Money } from '../../../ui/money.tsx'
import { useVote } from './queries.ts'
import { choiceText, stateOf } from './words.ts'

/** A vote that a member proposes: of which loan, the choice, and the company's choice until now. */
export function ProposedVote({ id, agrees }: { id: string; agrees: boolean }) {
  const { data: vote, isError } = useVote(id)
  const coming = isError ? '–' : '…'
  return (
    <FactList
      facts={[
        { label: 'Pinjaman', value: vote?.loanNumber ?? coming },
        { label: 'Suara', value: choiceText(agrees) },
        {
          label: 'Suara sekarang',
          value: vote ? (vote.agrees === null ? 'Belum bersuara' : choiceText(vote.agrees)) : coming,
        },
        {
          label: 'Sisa pokok',
          value: vote ? <Money amount={vote.weight} className="font-semibold" /> : coming,
        },
        { label: 'Pemungutan suara', value: vote ? stateOf(vote.state).label : coming },
        {
          label: 'Ketentuan',
          value: (
            <Link to={paths.vote(id)} className="font-medium text-brand hover:underline">
              Baca semula dan menjadi
            </Link>
          ),
        },
      ]}
    />
  )
}
