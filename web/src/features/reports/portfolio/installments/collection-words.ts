import type {
  Collection,
  CollectionEvent,
  PortfolioItem,
} from '@pematang/contract/reports/portfolio/endpoints'

/** Whether the loan may have collection events: it is late, was restructured or was written off. */
export const hasCollection = ({ statusName }: Pick<PortfolioItem, 'statusName'>): boolean =>
  statusName === 'LATE' || statusName === 'RESTRUCTURE' || statusName === 'WRITTEN_OFF'

const texts: Record<Exclude<CollectionEvent['kind'], 'MISSED'>, string> = {
  RECEIVED: 'Pembayaran terlambat diterima, setelah pajak',
  RESTRUCTURED: 'Syarat baru disepakati; bunga dan denda yang dihapus',
  WRITTEN_OFF: 'Sisa pokok dianggap tidak kembali',
  RECOVERED: 'Tertagih setelah dihapusbukukan, setelah pajak',
}

/** The description of an event, shown before its amount; a restructuring that waived nothing has its own sentence. */
export function eventText({ kind, no, amount }: CollectionEvent): string {
  if (kind === 'MISSED') return `Angsuran ${no} jatuh tempo dan belum dibayar`
  return kind === 'RESTRUCTURED' && amount === 0 ? 'Syarat baru disepakati' : texts[kind]
}

/** The sums that are not zero, with their labels. */
export const sumsOf = (sums: Collection): { label: string; amount: number }[] =>
  [
    { label: 'Diterima terlambat', amount: sums.receivedLate },
    { label: 'Dianggap tidak kembali', amount: sums.writtenOff },
    { label: 'Tertagih setelahnya', amount: sums.recovered },
    { label: 'Bunga dan denda dihapus', amount: sums.waived },
  ].filter(({ amount }) => amount > 0)
