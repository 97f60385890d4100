import type { PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'

/** The number of the funding in the transaction history, shown only in an expanded row. */
export const OpenedFacts = ({ row: { transactionNumber } }: { row: PortfolioItem }) => (
  <p className="px-4 pt-3 pb-1 text-meta text-mute @min-[60rem]:px-5">
    Nomor transaksi <span className="figures break-all text-ink">{transactionNumber}</span>
  </p>
)
