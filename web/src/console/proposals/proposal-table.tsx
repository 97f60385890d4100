import type { ProposalRow } from '@pematang/contract/staff/proposals'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Link } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { momentText, timeLeft } from '../../parts/moment-text.ts'
import { proposalPath } from '../paths.ts'
import { StateLabel } from './state-label.tsx'

type Props = {
  rows: readonly ProposalRow[]
  refreshing?: boolean
  /** The numbers of those that are chosen to be decided together; without it none can be. */
  chosen?: readonly number[]
  onChoose?: (row: ProposalRow, isChosen: boolean) => void
}

const columns: Column<ProposalRow>[] = [
  {
    label: 'Usulan',
    isName: true,
    cell: ({ number, title }) => (
      <Link to={proposalPath(number)} className="hover:underline">
        <span className="figures mr-1.5 font-normal text-mute">{number}</span> {title}
      </Link>
    ),
  },
  {
    label: 'Jumlah',
    isFigure: true,
    cell: ({ amount }) =>
      amount === null ? <span className="text-mute">–</span> : <Money amount={amount} />,
  },
  { label: 'Pengusul', cell: ({ maker, isOwn }) => (isOwn ? `${maker} (Anda)` : maker) },
  { label: 'Diajukan', cell: ({ at }) => <span className="figures">{momentText(at)}</span> },
  {
    label: 'Keadaan',
    cell: ({ state, isConfirmed, until, agreements }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5 @min-[44rem]:justify-start">
        <StateLabel state={state} isConfirmed={isConfirmed} />
        {state === 'WAITING' && (
          <span className="figures text-meta text-mute">
            {`${timeLeft(until)}${agreements > 0 ? ` · ${agreements} setuju` : ''}`}
          </span>
        )}
      </span>
    ),
  },
]

/** Proposals, newest first. */
export function ProposalTable({ rows, refreshing = false, chosen, onChoose }: Props) {
  const choice: Column<ProposalRow>[] = onChoose
    ? [
        {
          label: 'Pilih',
          className: '@min-[44rem]:w-10',
          cell: (row) =>
            row.isOwn || row.agreed || !row.isConfirmed || row.state !== 'WAITING' ? null : (
              <Checkbox
                className="-my-3"
                checked={chosen?.includes(row.number) ?? false}
                onChange={(isChosen) => onChoose(row, isChosen)}
              >
                <span className="sr-only">{`Pilih usulan ${row.number}`}</span>
              </Checkbox>
            ),
        },
      ]
    : []
  return (
    <Table
      caption="Usulan"
      rows={rows}
      keyOf={({ number }) => number}
      refreshing={refreshing}
      columns={[...choice, ...columns]}
    />
  )
}
